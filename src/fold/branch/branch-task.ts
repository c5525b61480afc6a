import type { PlanStatus } from "../../event/turn.js";
import { plainText } from "../memory/memory-key.js";
import type { PlanItem } from "../session/session-state.js";
import type { Merge } from "./branch.js";

export interface Task {
  readonly text: string;
  readonly status: PlanStatus;
}

/** The plan of one session as it was left. */
export interface LeftPlan {
  readonly at: number;
  readonly plan: readonly PlanItem[];
}

/** Two tasks or choices are the same one if they differ in nothing but the way they are written. */
export const nameOf = plainText;

/** What one plan says of a task holds until a later one, or a merge, says otherwise. */
export function tasksIn(plans: readonly LeftPlan[], merges: readonly Pick<Merge, "at" | "tasks">[]): Task[] {
  const said = [...plans.map(({ at, plan }) => ({ at, tasks: plan })), ...merges].sort((a, b) => a.at - b.at);
  const tasks = new Map<string, Task>();
  for (const { text, status } of said.flatMap((one) => one.tasks)) {
    if (status === "dropped") tasks.delete(nameOf(text));
    else tasks.set(nameOf(text), { text, status });
  }
  return [...tasks.values()];
}
