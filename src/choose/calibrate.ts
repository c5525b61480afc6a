import type { History } from "./history.js";
import type { Scored } from "./score.js";

/** Fewer sessions say nothing about a project's habits. */
const ENOUGH = 5;
/** What is taken up counts each thing once; what is needed, as the weights learned it, somewhat more often. */
const RATIO = { files: 1.6, commands: 1.15 } as const;
const STRENGTH = 0.5;
const MOST = { up: 0.5, down: -0.9 } as const;

/**
 * Fits the chances to the project: its sessions show how many known files and commands they take up when they begin. Where
 * the weights expect more or less than that, all chances move, half of the way.
 */
export function calibrate(
  scored: readonly Scored[],
  { taken }: History,
  list: "files" | "commands",
): Scored[] {
  const expected = scored.reduce((sum, { needed }) => sum + needed, 0);
  if (taken.sessions < ENOUGH || expected === 0) return [...scored];
  const usual = (RATIO[list] * taken[list]) / taken.sessions;
  const wanted = STRENGTH * Math.log((usual + 0.5) / (expected + 0.5));
  const shift = Math.max(MOST.down, Math.min(MOST.up, wanted));
  return scored.map((item) => ({
    ...item,
    needed: move(item.needed, shift),
    mentioned: move(item.mentioned, shift),
  }));
}

function move(chance: number, shift: number): number {
  return 1 / (1 + ((1 - chance) / Math.max(chance, 1e-9)) * Math.exp(-shift));
}
