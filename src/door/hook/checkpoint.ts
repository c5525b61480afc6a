/** The bundle that makes checkpoints, before a command or in a process of its own. It has no database: a command waits. */
export { checkpointAside } from "../../app/checkpoint/checkpoint-aside.js";
export { guardCommand } from "../../app/checkpoint/guard-command.js";
