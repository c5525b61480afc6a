import type { Moment } from "./history.js";
import type { ItemKind } from "./score.js";

export interface Taste {
  /** What one needed thing of each kind is worth. */
  readonly worth: { readonly [K in ItemKind]: number };
  /** What one wrong file or name costs. */
  readonly price: number;
  /** A command is said if it is at least this likely beside the likeliest one. */
  readonly rivals: number;
}

export type Tastes = { readonly [M in Moment | "compacted"]: Taste };

/** How much is gained by one right thing and lost by one wrong, in shares of all that is needed. */
export const TASTES: Tastes = {
  start: {
    worth: { file: 0.116, command: 0.27, name: 0.12 },
    price: 0.004,
    rivals: 0.3,
  },
  prompt: {
    worth: { file: 0.131, command: 0.3, name: 0.19 },
    price: 0.006,
    rivals: 0.25,
  },
  going: {
    worth: { file: 0.077, command: 0.16, name: 0.126 },
    price: 0.004,
    rivals: 0.05,
  },
  // The agent's own summary has the files; names and commands are what it lacks.
  compacted: {
    worth: { file: 0.077, command: 0.16, name: 0.24 },
    price: 0.004,
    rivals: 0.05,
  },
};
