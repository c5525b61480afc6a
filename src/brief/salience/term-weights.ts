import type { TermModel } from "./term.js";

/** Learned by bench/handover/relearn.ts: which terms readers used. */
export const TERM_WEIGHTS: TermModel = {
  bias: -0.5656,
  w: [
    0.3718, 0.2501, -0.1917, -0.1475, -0.3802, 0.9195, 0.3965, 0.8029, 0.4709, 0.2815, 0.2459, 0.08179,
    0.4885, 0.4651, 1.099, 0.09765, -0.05236, -0.08011, 0.05945, 0.08853, 0.3995, 0.07939, 0.9146, 0.5116,
    0.2959, 0.8229, -0.5104,
  ],
};
