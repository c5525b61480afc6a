/** The bundle for processes that nobody waits for. */
export { isPlanDone } from "../../app/checkpoint/plan-done.js";
export { maintain } from "../../app/maintain/maintain.js";
