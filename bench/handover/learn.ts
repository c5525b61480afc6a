import type { Forest } from "../../src/brief/salience/forest.js";
import { boost } from "./boost.js";
import type { Example } from "./example.js";

/** A case with many candidates must not drown the others. */
const CANDIDATES = 60;

/** Learns which lines of the record carry what readers found worth telling. */
export function learn(examples: readonly Example[]): Forest {
  return boost(
    examples.flatMap(({ rows }) => {
      const share = CANDIDATES / Math.max(CANDIDATES, rows.length);
      return rows.map(({ x, isWorthy, weight }) => ({ x, y: isWorthy, weight: weight * share }));
    }),
  );
}
