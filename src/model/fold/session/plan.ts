import type { EventData } from "../../../event/registry.js";
import { wordsOf } from "../../../text/prose/topic.js";
import type { PlanItem } from "./session-state.js";

const MAX_ITEMS = 60;

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

/** Shortens a long plan: the oldest items that are done go first. */
function fitting(plan: readonly PlanItem[]): readonly PlanItem[] {
  let over = plan.length - MAX_ITEMS;
  if (over <= 0) return plan;
  return plan.filter(({ status }) => over <= 0 || status !== "done" || over-- <= 0).slice(-MAX_ITEMS);
}

/** The items that are not done, those in progress first. */
export function openItems(plan: readonly PlanItem[]): readonly PlanItem[] {
  return (["doing", "open"] as const).flatMap((status) => plan.filter((item) => item.status === status));
}

/** The share of a plan that is done, from 0 to 1; undefined without a plan. */
export function progressOf(plan: readonly PlanItem[]): number | undefined {
  if (plan.length === 0) return undefined;
  return Math.round((plan.filter(({ status }) => status === "done").length / plan.length) * 100) / 100;
}

function newItem(item: EventData<"plan.updated">["items"][number]): PlanItem[] {
  if (item.text === undefined || item.status === "dropped") return [];
  return [{ key: item.key, text: item.text, status: item.status ?? "open" }];
}

/** The items that nobody has called done since. */
export function withoutDone<T extends { readonly text: string }>(
  items: readonly T[],
  done: readonly { readonly text: string }[],
): T[] {
  const words = done.map(({ text }) => new Set(wordsOf(text)));
  return items.filter(({ text }) => {
    const own = new Set(wordsOf(text));
    return !words.some((said) => own.size > 0 && [...own].every((word) => said.has(word)));
  });
}
