import { formatSize } from "../../app/clean/quota.js";
import { type Freed, lastFreed } from "../../app/clean/space-freed.js";
import { type ForgetNote, unfinishedForgetting } from "../../app/forget/forget-note.js";
import type { Store } from "../../store/store.js";
import { style } from "./print.js";
import type { Row } from "./print-recovery.js";
import { localTime } from "./time.js";

/** What is no longer in the memory, or was to be no longer. */
export interface Lessened {
  readonly freed?: Freed;
  readonly forgetting?: ForgetNote;
}

const TOLD_FOR = 30 * 86_400_000;

export function lessenedIn(home: string, store: Store, project: string): Lessened {
  const freed = lastFreed(home, store, project);
  const forgetting = unfinishedForgetting(home);
  return { ...(freed === undefined ? {} : { freed }), ...(forgetting === undefined ? {} : { forgetting }) };
}

export function sayLessened({ freed, forgetting }: Lessened, row: Row, now: number): void {
  if (freed !== undefined && now - freed.at < TOLD_FOR) {
    row(
      "quota",
      `freed ${formatSize(freed.bytes)} on ${localTime(freed.at).slice(0, 10)}; see tidemark clean --dry-run`,
    );
  }
  if (forgetting !== undefined) {
    row("forget", style.yellow(`a ${forgetting.by} was to be forgotten, and that did not end: run it again`));
  }
}
