import type { EventData } from "../../../event/registry.js";
import { wordsOf } from "../../../text/prose/topic.js";
import type { PlanItem } from "./session-state.js";

const MAX_ITEMS = 60;

/** The agent's plan after a change of it. */
export function changePlan(
  plan: readonly PlanItem[],
  change: EventData<"plan.updated">,
): readonly PlanItem[] {
  switch (change.mode) {
    case "whole":
      return change.items.flatMap((item) => newItem(item)).slice(0, MAX_ITEMS);
    case "add":
      return fitting([...plan, ...change.items.flatMap((item) => newItem(item))]);
    case "change":
      return plan
        .map((item) => {
          const update = change.items.find(
            (candidate) => candidate.key !== undefined && candidate.key === item.key,
          );
          if (update === undefined) return item;
          return { ...item, text: update.text ?? item.text, status: update.status ?? item.status };
        })
        .filter((item) => item.status !== "dropped");
  }
}

/** What is done goes first where a plan grows too long, the oldest of it first. */
function fitting(plan: readonly PlanItem[]): readonly PlanItem[] {
  let over = plan.length - MAX_ITEMS;
  if (over <= 0) return plan;
  return plan.filter(({ status }) => over <= 0 || status !== "done" || over-- <= 0).slice(-MAX_ITEMS);
}

/** What remains to be done, what is under way first. */
export function openItems(plan: readonly PlanItem[]): readonly PlanItem[] {
  return [
    ...plan.filter((item) => item.status === "doing"),
    ...plan.filter((item) => item.status === "open"),
  ];
}

/** How much of a plan is done, from 0 to 1; undefined without one. */
export function progressOf(plan: readonly PlanItem[]): number | undefined {
  if (plan.length === 0) return undefined;
  return Math.round((plan.filter(({ status }) => status === "done").length / plan.length) * 100) / 100;
}

function newItem(item: EventData<"plan.updated">["items"][number]): PlanItem[] {
  if (item.text === undefined || item.status === "dropped") return [];
  return [{ key: item.key, text: item.text, status: item.status ?? "open" }];
}

/** A plan without what somebody has called done since. */
export function withoutDone(
  plan: readonly PlanItem[],
  done: readonly { readonly text: string }[],
): PlanItem[] {
  const words = done.map(({ text }) => new Set(wordsOf(text)));
  return plan.filter(({ text }) => {
    const own = new Set(wordsOf(text));
    return !words.some((said) => own.size > 0 && [...own].every((word) => said.has(word)));
  });
}
