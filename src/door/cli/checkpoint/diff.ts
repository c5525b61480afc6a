import { requestFor } from "../../../app/checkpoint/restore-checkpoint.js";
import { pointName } from "../../../checkpoint/point-name.js";
import { differenceTo, patchTo } from "../../../checkpoint/restore/difference.js";
import { print, printJson, style } from "../print.js";
import { printDiff } from "../print-diff.js";
import { waiting } from "../waiting.js";
import { atDesk } from "./desk.js";
import { type CheckpointOptions, idIn } from "./option.js";
import { printChanges } from "./print-changes.js";

/** Shows what a restore would change: what is there now as removed, what would come as added. */
export async function diff(values: readonly string[], options: CheckpointOptions): Promise<void> {
  const { id, paths } = idIn(values, "diff");
  await atDesk((desk) => {
    const request = requestFor(desk, { id, paths, isHere: options.here === true });
    const name = pointName(request.checkpoint, desk.project);
    const changes = waiting("Comparing the files", () => differenceTo(request));
    if (options.json) {
      const { text, isCut } = options.stat ? { text: undefined, isCut: undefined } : patchTo(request);
      printJson({ checkpoint: name, changes, patch: text, isCut });
      return;
    }
    if (changes.length === 0) {
      print(`Nothing differs from ${name}.`);
      return;
    }
    if (options.stat) {
      printChanges(changes, changes.length);
      return;
    }
    const { text, isCut } = waiting("Comparing the files", () => patchTo(request));
    printDiff(text);
    if (isCut) print(style.dim("The rest was left out. Name files to see theirs."));
  });
}
