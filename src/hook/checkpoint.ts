/** The bundle that makes checkpoints, before a command or in a process of its own. It has no database: a command waits. */
export { checkpointAside } from "../checkpoint/hook/background.js";
export { guardCommand } from "../checkpoint/hook/guard-command.js";
