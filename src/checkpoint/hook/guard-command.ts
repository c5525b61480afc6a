import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { boundsWith } from "../../capture/bound.js";
import type { Recorded } from "../../capture/record.js";
import { now } from "../../host/clock.js";
import { readPrivate } from "../../host/file/folder.js";
import { noteError } from "../../host/log.js";
import { destructionsIn } from "../../text/shell/destructive.js";
import { markOf } from "../checkpoint.js";
import type { TakeOptions } from "../make-checkpoint.js";
import { makeMarkedCheckpoint } from "./marked-checkpoint.js";
import { hasMark, overtake, startCheckpoint, waitForPrompt, waitForTaking } from "./start.js";

/** Agents grant the hook five seconds, and its own start takes some of them. */
const MAX_WAIT_MS = 4_200;
const LOCK_WAIT_MS = 1_500;
/** A command may always wait this long. If the last checkpoint took longer, the next one runs beside the command. */
const QUICK_MS = 250;

/** Makes a checkpoint before a shell command that may destroy work, or a light one if files may have changed. */
export function guardCommand(recorded: Recorded, command: string, hook: string): void {
  const label = destructionOf(recorded, command);
  const isQuick = Number(readPrivate(markOf(recorded, "took"), 32) ?? Number.POSITIVE_INFINITY) < QUICK_MS;
  if (label !== undefined) {
    if (isQuick && isMade(recorded, { reason: "destructive", label, wait: LOCK_WAIT_MS })) return;
    if (!startCheckpoint(recorded, { reason: "destructive", label }, hook)) return;
    if (!waitForTaking(recorded, MAX_WAIT_MS - (isQuick ? LOCK_WAIT_MS : 0))) noteLate(recorded, label);
    return;
  }
  // The checkpoint of the prompt must not see what this command does.
  waitForPrompt(recorded);
  if (!hasMark(recorded, "changed")) return;
  if (isQuick) isMade(recorded, { reason: "shell", wait: LOCK_WAIT_MS });
  else if (startCheckpoint(recorded, { reason: "shell" }, hook)) overtake(recorded);
}

/** The part of a command that destroys something. Overwriting counts only if the file exists. */
function destructionOf({ scene, place }: Recorded, command: string): string | undefined {
  const folder = resolve(place.root, scene.dir ?? ".");
  return destructionsIn(command).find(({ over }) => over === undefined || existsSync(resolve(folder, over)))
    ?.part;
}

function isMade(recorded: Recorded, options: TakeOptions): boolean {
  return makeMarkedCheckpoint(recorded, { ...options, at: recorded.scene.at, isHurried: true }).is !== "busy";
}

function noteLate({ home, redact, scene }: Recorded, label: string): void {
  const part = boundsWith(redact).boundName(label, 60);
  const error = `The checkpoint before "${part}" was not finished in ${MAX_WAIT_MS / 1_000} seconds; it goes on beside the command.`;
  noteError(home, { at: now(), agent: scene.agent, hook: "checkpoint", error });
}
