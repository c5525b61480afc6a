import type { Recorded } from "../capture/record.js";
import { mayDestroy } from "../text/shell/may-destroy.js";
import { ageOf, isInDataFolder, isTaking, overtake, waitForTaking } from "./start-checkpoint.js";

const WAIT = 1_500;
// One that has been at work for longer will not be done in time either.
const LONG_AT_WORK = 2_000;

/**
 * Whether something is to be done before a shell command is run: it may destroy work, or something may have changed since
 * the last checkpoint. Else the one made at the prompt is waited for, so that it is from before the command.
 */
export function isToGuard(recorded: Recorded, command: string): boolean {
  if (isInDataFolder(recorded)) return false;
  if (mayDestroy(command) || ageOf(recorded, "changed") < Number.POSITIVE_INFINITY) return true;
  waitForPrompt(recorded);
  return false;
}

/** Waits a little for the checkpoint that is being made, where it has a chance to be done. */
export function waitForPrompt(recorded: Recorded): void {
  if (ageOf(recorded, "taking") < LONG_AT_WORK) waitForTaking(recorded, WAIT);
  else if (isTaking(recorded)) overtake(recorded);
}
