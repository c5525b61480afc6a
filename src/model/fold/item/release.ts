import { isReleased, releasesIn } from "../../../text/prose/release.js";
import type { Board } from "./board.js";
import type { Spot } from "./entry.js";

/** Closes the rules that the person ends. */
export function endRules(board: Board, text: string, spot: Spot): void {
  const rules = board.of(["rule"]);
  const released = rules.length === 0 ? [] : releasesIn(text);
  for (const entry of rules)
    if (released.some((release) => isReleased(entry.now.text, release)))
      board.close(entry, "dropped", spot, text, "user");
}
