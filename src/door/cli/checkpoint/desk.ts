import type { CheckpointDesk } from "../../../app/checkpoint/restore-checkpoint.js";
import { hostEnv } from "../../../host/env.js";
import { withMemory } from "../memory.js";

/** Opens the memory for one action on checkpoints. */
export function atDesk<T>(work: (desk: CheckpointDesk) => T | Promise<T>): Promise<T> {
  return withMemory((opened) => work({ ...opened, env: hostEnv(), cwd: process.cwd() }));
}
