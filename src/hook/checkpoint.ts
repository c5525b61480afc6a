/** The bundle that starts git. It has no database, because a command may wait for a checkpoint. */
export { seeTree } from "../capture/tree/see-tree.js";
export { checkpointAside } from "../checkpoint/hook/background.js";
export { guardCommand } from "../checkpoint/hook/guard-command.js";
