/** The bundle for housekeeping, run by a process of its own, and for what else needs the database beside the work. */
export { isPlanDone } from "../../app/checkpoint/plan-done.js";
export { maintain } from "../../app/maintain/maintain.js";
export { whyRefused } from "../../event/why-refused.js";
