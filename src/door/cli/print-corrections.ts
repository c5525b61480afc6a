import type { NamedCorrection } from "../../app/session/correct-threads.js";
import { shortId } from "../../fold/stamp.js";
import { print, printJson, style } from "./print.js";
import { localTime } from "./time.js";

/** The corrections that can be undone, each with the name that undoing takes. */
export function printCorrections(corrections: readonly NamedCorrection[], json: boolean): void {
  if (json) {
    printJson(corrections);
    return;
  }
  if (corrections.length === 0) {
    print("No thread of this project has been corrected.");
    return;
  }
  for (const one of corrections)
    print(`${style.cyan(one.correction)}  ${style.dim(localTime(one.at))}  ${describe(one)}`);
  print(style.dim("Undo one: tidemark thread undo CORRECTION"));
}

function describe(one: NamedCorrection): string {
  switch (one.type) {
    case "thread.renamed":
      return `renamed ${one.data.thread} to "${one.data.title}"`;
    case "thread.merged":
      return `merged ${one.data.from} into ${one.data.into}`;
    case "thread.split":
      return `split ${one.data.thread} at ${one.data.turn}`;
    case "thread.moved":
      return `moved ${one.data.turn} into ${one.data.thread}`;
    case "thread.undone":
      return `undid ${shortId(one.data.correction)}`;
  }
}
