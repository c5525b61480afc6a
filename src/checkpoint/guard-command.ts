import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { boundsWith } from "../capture/bound.js";
import type { Recorded } from "../capture/record.js";
import { now } from "../host/clock.js";
import { readPrivate } from "../host/file/private-file.js";
import { noteError } from "../host/log.js";
import { destructionsIn } from "../text/shell/destructive.js";
import { waitForPrompt } from "./guard-shell.js";
import type { CheckpointWish } from "./make-checkpoint.js";
import { markOf } from "./mark-of.js";
import { makeMarkedCheckpoint } from "./marked-checkpoint.js";
import { ageOf, overtake, startCheckpoint, waitForTaking } from "./start-checkpoint.js";

/** Below the five seconds an agent grants the hook, with room for its own start. */
const LONGEST = 4_200;
const WAIT = 1_500;
/** What a command may be kept waiting each time; where it took longer last, it is done beside it. */
const QUICK = 250;
const LONGEST_PART = 60;

/**
 * Makes a checkpoint before a shell command is run. One that may destroy work is kept waiting until it is made; before
 * any other a light one is made where that is quick and something may have changed since the last.
 */
export function guardCommand(recorded: Recorded, command: string, hook: string): void {
  const label = destructionOf(recorded, command);
  const isQuick = Number(readPrivate(markOf(recorded, "took"), 32) ?? Number.POSITIVE_INFINITY) < QUICK;
  if (label !== undefined) {
    if (isQuick && isMade(recorded, { reason: "destructive", label, wait: WAIT })) return;
    if (!startCheckpoint(recorded, { reason: "destructive", label }, hook)) return;
    if (!waitForTaking(recorded, LONGEST - (isQuick ? WAIT : 0))) noteLate(recorded, label);
    return;
  }
  // The one made at the prompt is from before this command, too, if it is waited for.
  waitForPrompt(recorded);
  if (ageOf(recorded, "changed") === Number.POSITIVE_INFINITY) return;
  if (isQuick) isMade(recorded, { reason: "shell", wait: WAIT });
  // The command goes on beside it.
  else if (startCheckpoint(recorded, { reason: "shell" }, hook)) overtake(recorded);
}

/** The part that destroys, where it really does: a file that is written anew must be there. */
function destructionOf({ scene, place }: Recorded, command: string): string | undefined {
  const folder = resolve(place.root, scene.dir ?? ".");
  return destructionsIn(command).find(({ over }) => over === undefined || existsSync(resolve(folder, over)))
    ?.part;
}

function isMade(recorded: Recorded, wish: CheckpointWish): boolean {
  return makeMarkedCheckpoint(recorded, { ...wish, at: recorded.scene.at, isHurried: true }).is !== "busy";
}

function noteLate({ home, redact, scene }: Recorded, label: string): void {
  const part = boundsWith(redact).boundName(label, LONGEST_PART);
  const error = `The checkpoint before "${part}" was not finished in ${LONGEST / 1_000} seconds; it goes on beside the command.`;
  noteError(home, { at: now(), agent: scene.agent, hook: "checkpoint", error });
}
