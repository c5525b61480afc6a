/** The bundle that makes checkpoints. It has no database, because a command may wait for it. */
export { checkpointAside } from "../checkpoint/hook/background.js";
export { guardCommand } from "../checkpoint/hook/guard-command.js";
