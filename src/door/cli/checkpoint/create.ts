import { checkpointByHand } from "../../../app/checkpoint/checkpoint-by-hand.js";
import type { Checkpoint } from "../../../checkpoint/checkpoint.js";
import { limitsOf } from "../../../checkpoint/take/limit.js";
import { TidemarkError } from "../../../error.js";
import { print, printJson, style } from "../print.js";
import { quote } from "../quote.js";
import { waiting } from "../waiting.js";
import { changedSince, checkpointJson } from "./describe.js";
import { atDesk } from "./desk.js";
import { type CheckpointOptions, requireNone } from "./option.js";
import { sayLeft } from "./say-left.js";

/** Keeps how it is now. */
export async function create(values: readonly string[], options: CheckpointOptions): Promise<void> {
  requireNone(values, "create");
  await atDesk((desk) => {
    const taken = waiting("Keeping the files", () => checkpointByHand(desk, options.label));
    if (taken.is === "busy")
      throw new TidemarkError("store-busy", "Another process is at work on this project's checkpoints.", {
        hint: "Try again in a moment.",
      });
    if (taken.is === "unable")
      throw new TidemarkError("not-found", taken.why, {
        hint: "What hinders the memory as a whole is told by: tidemark doctor",
      });
    const { checkpoint } = taken;
    if (options.json) {
      printJson(checkpointJson(checkpoint));
      return;
    }
    const label = checkpoint.label === undefined ? "" : ` ${quote(checkpoint.label)}`;
    print(
      `${style.green(checkpoint.id)}${label}: ${changedSince(checkpoint)} ${style.dim(whatFor(checkpoint))}`,
    );
    sayLeft(checkpoint, limitsOf(desk.home, desk.place.commonDir !== undefined).largestFile);
    print(style.dim(`Return to it: tidemark checkpoint restore ${checkpoint.id}`));
  });
}

function whatFor({ changed, session }: Checkpoint): string {
  const files = changed === undefined ? "kept" : "since the last checkpoint";
  return session === ""
    ? `${files}, no session's state`
    : `${files}, with the state of session ${session.slice(0, 8)}`;
}
