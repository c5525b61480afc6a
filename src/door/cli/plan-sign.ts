import type { PlanStatus } from "../../event/turn.js";

/** What stands before a task. */
export const PLAN_SIGN: { readonly [S in PlanStatus]: string } = {
  open: "·",
  doing: "▸",
  done: "✓",
  dropped: "✗",
};
