import type { PlanStatus } from "../../event/turn.js";
import type { PlanChange } from "../signal.js";
import { fieldsOf, firstText, listOf, lookUp, textOf } from "./fields.js";

/** Reads a list of items; `names` are the fields that may hold the text of an item. */
export function wholePlan(list: unknown, names: readonly string[]): PlanChange & { readonly mode: "whole" } {
  const items = listOf(list).flatMap((entry) => {
    const item = fieldsOf(entry);
    const text = firstText(item, names);
    return text === undefined ? [] : [{ text, status: planStatus(item["status"]) ?? "open" }];
  });
  return { mode: "whole", items };
}

/** A plan that the agent shows before it follows it. */
export function proposedPlan(text: string | undefined): PlanChange | undefined {
  return text === undefined ? undefined : { mode: "proposed", text };
}

/** A plan with which the agent waits for the person's verdict. Its text may have been proposed before. */
export function askedPlan(text: string | undefined): PlanChange {
  return { mode: "proposed", text: text ?? "", isAsked: true };
}

export function planStatus(value: unknown): PlanStatus | undefined {
  return lookUp(STATUS, textOf(value) ?? "");
}

const STATUS: { readonly [word: string]: PlanStatus } = {
  pending: "open",
  in_progress: "doing",
  completed: "done",
  done: "done",
  cancelled: "dropped",
  deleted: "dropped",
};
