/** The bundle for processes that nobody waits for. */
export { isPlanDone } from "../checkpoint/hook/plan-done.js";
export { maintain } from "../upkeep/maintain/maintain.js";
