import type { DecisionLine } from "../../fold/decision/decision-group.js";
import { type Drawing, drawDecisions } from "./draw-decisions.js";
import { print } from "./print.js";

/** Draws decisions as trees. */
export function printDecisions(lines: readonly DecisionLine[], drawing: Drawing): void {
  for (const line of drawDecisions(lines, drawing)) print(line);
}
