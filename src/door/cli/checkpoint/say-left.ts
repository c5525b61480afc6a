import type { Checkpoint, LeftOut } from "../../../checkpoint/checkpoint.js";
import { count, print, style } from "../print.js";
import { shownPath } from "../shown-path.js";

const MOST_NAMED = 10;

/** What is there and is not kept, and why. */
export function sayLeft({ left, leftCount }: Checkpoint, largest: number): void {
  if (leftCount === 0) return;
  print(
    style.yellow(
      `${count(leftCount, "file")} left out; a restore leaves ${leftCount === 1 ? "it" : "them"} alone:`,
    ),
  );
  const named = left.slice(0, MOST_NAMED);
  for (const { path, why } of named) print(`  ${shownPath(path)} ${style.dim(because(why, largest))}`);
  if (leftCount > named.length) print(style.dim(`  and ${leftCount - named.length} more`));
}

/** Why a file is not in a checkpoint. */
export function because(why: LeftOut["why"], largest: number): string {
  switch (why) {
    case "large":
      return `larger than ${Math.round(largest / 1_048_576)} MB`;
    case "unreadable":
      return "may not be read";
    case "special":
      return "no plain file";
    case "repository":
      return "a repository too deep inside, or one too many";
    case "forgotten":
      return "was forgotten";
  }
}
