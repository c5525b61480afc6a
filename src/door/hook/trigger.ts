/** The small bundle that starts checkpoints and waits for them. */
export { isToGuard, waitForPrompt } from "../../app/guard-shell.js";
export { startCheckpoint } from "../../app/start-checkpoint.js";
