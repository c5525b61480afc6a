import fc from "fast-check";
import { estimate } from "../../../src/library/token/estimate.js";

/** Counters as different as anybody may bring along. */
export const counters: fc.Arbitrary<(text: string) => number> = fc.constantFrom(
  (text: string) => estimate.count(text),
  (text: string) => text.length,
  (text: string) => Math.ceil(text.length / 10),
  (text: string) => text.split(/\s+/).length,
  (text: string) => Buffer.byteLength(text),
  // One that counts lines dearly, and one that has a price for anything at all.
  (text: string) => text.split("\n").length * 50,
  (text: string) => 20 + text.length / 4,
);
