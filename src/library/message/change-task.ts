import { boundsWith, CAP } from "../../capture/bound.js";
import { TidemarkError } from "../../error.js";
import type { Draft, EventData } from "../../event/registry.js";
import type { PlanStatus } from "../../event/turn.js";
import type { Redact } from "../../redact/redactor.js";

/** The tasks of a session that this process has named. */
export type NamedTasks = Set<string>;

/**
 * What is to be written so that a task stands as it is said to, whether or not it is there: nobody has to look. One that
 * this process has not named is taken out before it is put in, so that it is never there twice.
 */
export function changeTask(redact: Redact, named: NamedTasks, text: string, status: PlanStatus): Draft[] {
  const task = boundsWith(redact).boundName(text, CAP.planItem);
  if (task === "")
    throw new TidemarkError("bad-argument", "A task needs a text.", { hint: "Say it in a few words." });
  if (status === "dropped") {
    named.delete(task);
    return [plan("change", { key: task, status })];
  }
  if (named.has(task)) return [plan("change", { key: task, status })];
  named.add(task);
  return [plan("change", { key: task, status: "dropped" }), plan("add", { key: task, text: task, status })];
}

function plan(
  mode: EventData<"plan.updated">["mode"],
  item: EventData<"plan.updated">["items"][number],
): Draft {
  return { type: "plan.updated", data: { mode, items: [item] } };
}
