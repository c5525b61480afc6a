/** The bundle for housekeeping, run by a process of its own. */
export { tend } from "../../app/tend.js";
