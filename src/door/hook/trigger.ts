/** The small bundle that starts checkpoints and waits for them. */
export { isToGuard, waitForPrompt } from "../../app/checkpoint/guard-shell.js";
export { startCheckpoint } from "../../app/checkpoint/start-checkpoint.js";
