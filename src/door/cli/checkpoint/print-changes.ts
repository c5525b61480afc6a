import type { FileChange } from "../../../checkpoint/restore/difference.js";
import { count, print, style } from "../print.js";
import { shownPath } from "../shown-path.js";

const SIGN: { readonly [C in FileChange["change"]]: string } = { added: "+", changed: "~", deleted: "-" };

/** Which files a restore would add, change and delete, and which it could not. */
export function printChanges(changes: readonly FileChange[], most: number): void {
  const done = changes.filter(({ isHindered }) => !isHindered);
  const hindered = changes.filter(({ isHindered }) => isHindered);
  for (const { path, change, mode } of done.slice(0, most)) {
    const note = mode === undefined ? "" : style.dim(` (permissions ${mode})`);
    print(`  ${paint(change)} ${shownPath(path)}${note}`);
  }
  if (done.length > most) print(style.dim(`  and ${done.length - most} more`));
  for (const { path } of hindered.slice(0, most))
    print(`  ${style.red("!")} ${shownPath(path)}: stays, something that no checkpoint keeps stands there`);
  if (hindered.length > most) print(style.dim(`  and ${hindered.length - most} more that stay`));
  print(style.dim(summary(done)));
}

function summary(changes: readonly FileChange[]): string {
  const of = (kind: FileChange["change"]) => changes.filter(({ change }) => change === kind).length;
  return `${count(changes.length, "file")}: ${of("changed")} changed, ${of("added")} added, ${of("deleted")} deleted`;
}

function paint(change: FileChange["change"]): string {
  if (change === "added") return style.green(SIGN[change]);
  return change === "deleted" ? style.red(SIGN[change]) : style.yellow(SIGN[change]);
}
