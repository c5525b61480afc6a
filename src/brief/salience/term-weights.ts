import type { TermModel } from "./term.js";

/** Learned by bench/handover/relearn.ts: which terms readers used. */
export const TERM_WEIGHTS: TermModel = {
  bias: -0.2767,
  w: [
    0.398, 0.3002, -0.3477, -0.09589, -0.368, 0.921, 0.4498, 0.6779, 0.4001, 0.2695, 0.2659, 0.0653, 0.4523,
    0.2737, 1.091, 0.1143, -0.06857, -0.1156, -0.02132, 0.1649, 0.3909, 0.05391, 0.8264, 0.5522, 0.3196, 0.83,
    -0.5926,
  ],
};
