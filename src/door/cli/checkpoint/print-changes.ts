import type { FileChange } from "../../../checkpoint/difference.js";
import { count, print, style } from "../print.js";

const SIGN: { readonly [C in FileChange["change"]]: string } = { added: "+", changed: "~", deleted: "-" };

/** Which files a restore would add, change and delete. */
export function printChanges(changes: readonly FileChange[], most: number): void {
  for (const { path, change } of changes.slice(0, most)) print(`  ${paint(change)} ${path}`);
  if (changes.length > most) print(style.dim(`  and ${changes.length - most} more`));
  print(style.dim(summary(changes)));
}

function summary(changes: readonly FileChange[]): string {
  const of = (kind: FileChange["change"]) => changes.filter(({ change }) => change === kind).length;
  return `${count(changes.length, "file")}: ${of("changed")} changed, ${of("added")} added, ${of("deleted")} deleted`;
}

function paint(change: FileChange["change"]): string {
  if (change === "added") return style.green(SIGN[change]);
  return change === "deleted" ? style.red(SIGN[change]) : style.yellow(SIGN[change]);
}
