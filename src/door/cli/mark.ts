import type { PlanStatus } from "../../event/turn.js";

/** What stands before a task. */
export const MARK: { readonly [S in PlanStatus]: string } = {
  open: "·",
  doing: "▸",
  done: "✓",
  dropped: "✗",
};
