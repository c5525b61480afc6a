/** For those who write a store of their own: the suite that every store passes. */
export type { Check } from "./check.js";
export { storeConformance } from "./store-conformance.js";
