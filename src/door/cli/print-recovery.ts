import type { Recovery } from "../../app/checkpoint/recovery.js";
import type { UnfinishedRestore } from "../../checkpoint/restore/unfinished-restore.js";
import { LATE } from "./checkpoint/describe.js";
import { count, style } from "./print.js";
import { quote } from "./quote.js";
import { ago, localTime } from "./time.js";

export type Row = (name: string, text: string) => void;

/** What an interrupted session was at, and what can be done about it. */
export function sayRecovery(recovery: Recovery, row: Row, time: number): void {
  const { session, during, target, at, since, hasEnded, files, back } = recovery;
  const where =
    during === undefined || target === undefined
      ? "in the middle of its last request"
      : `inside ${target === during.tool ? target : `${during.tool} ${target}`}`;
  row(
    hasEnded ? "cut off" : "crashed",
    style.red(
      `session ${session.slice(0, 8)} ${ago(at, time)} ${where}, begun ${localTime(since)}: never finished`,
    ),
  );
  for (const { path, verdict } of files) row("", `${path} ${VERDICT[verdict]}`);
  const own = recovery.isOfProgram ? ", or open it in the program that made it" : "";
  row("", `go on     ${style.dim(`${resumeOf(recovery)}${own}`)}`);
  if (back !== undefined) {
    const edits = back.edited === 0 ? "" : `, and changes to ${count(back.edited, "file")}`;
    const more = back.isLate ? `${edits}; ${LATE}` : edits;
    row("", `roll back ${style.dim(`${rollBackOf(back)} (made ${ago(back.at, time)}, before it${more})`)}`);
  }
  row("", `ignore    ${style.dim(dismissOf(recovery))}`);
}

/** A restore that was killed, and how it is finished or undone. */
export function sayUnfinished({ checkpoint, before, paths = [] }: UnfinishedRestore, row: Row): void {
  const words = [checkpoint, ...paths.map(quote)].join(" ");
  row("restore", style.yellow(`of ${checkpoint} was not finished: the files are partly those of it`));
  row("", `finish    ${style.dim(`tidemark checkpoint restore ${words}`)}`);
  row("", `undo      ${style.dim(`tidemark checkpoint restore ${[before, ...paths.map(quote)].join(" ")}`)}`);
}

export function recoveryJson(recovery: Recovery) {
  const { session, during, target, at, since, hasEnded, files, back } = recovery;
  return {
    ...{ session, at, since, crashed: !hasEnded, tool: during?.tool, target, files },
    resume: resumeOf(recovery),
    rollBack: back && { ...back, command: rollBackOf(back) },
    dismiss: dismissOf(recovery),
  };
}

const VERDICT: { readonly [V in Recovery["files"][number]["verdict"]]: string } = {
  changed: "changed since it began",
  gone: "is gone",
  same: "has not changed",
};

function resumeOf({ session, isOfProgram }: Recovery): string {
  return `tidemark resume --session ${quote(session)}${isOfProgram ? " --in AGENT" : ""}`;
}

function rollBackOf({ id }: NonNullable<Recovery["back"]>): string {
  return `tidemark checkpoint restore ${id}`;
}

function dismissOf({ session }: Recovery): string {
  return `tidemark dismiss ${quote(session)}`;
}
