import { idStart } from "../../model/fold/stamp.js";
import { print, style } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import type { Remembered } from "../project-memory.js";
import { factInWords } from "./remember.js";

const TITLE: { readonly [kind: string]: string } = {
  decision: "Decisions",
  convention: "Conventions",
  fact: "Facts",
  command: "Commands that work",
  fix: "Errors and what fixed them",
  blocker: "In the way",
  next: "Next",
  done: "Done",
};

const MAX_CHARS = 200;

/** Prints what a project remembers by kind, at most `limit` of each. */
export function printMemory(
  all: readonly Remembered[],
  { limit, isWhole, now }: { readonly limit: number; readonly isWhole: boolean; readonly now: number },
): void {
  for (const [at, kind] of [...new Set(all.map((entry) => entry.kind))].entries()) {
    const entries = all.filter((entry) => entry.kind === kind);
    print(`${at === 0 ? "" : "\n"}${style.bold(TITLE[kind] ?? kind)}`);
    for (const entry of entries.slice(0, limit)) printLine(entry, now);
    const more = entries.length - limit;
    const further = isWhole ? kind : `${kind} --limit ${entries.length}`;
    if (more > 0) print(style.dim(`  and ${more} more: tidemark memory --kind ${further}`));
  }
}

/** Prints one memory with its origin. */
export function printProvenance(
  entry: Remembered,
  { thread, older, newer, now }: Provenance & { readonly now: number },
): void {
  const { id, kind, text, reason, rejected, at, session, branch, files, supersedes, supersededBy } = entry;
  const row = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== "") print(`${style.dim(name.padEnd(14))}${value}`);
  };
  print(supersededBy === undefined ? text : style.struck(text));
  print("");
  row("kind", kind);
  row("id", id);
  row("because", reason);
  row("rejected", rejected?.join(", "));
  row("said by", speakerOf(entry));
  row("when", `${localTime(at)}, ${ago(at, now)}`);
  row("branch", branch);
  row("files", files.join(", "));
  row("thread", thread && `${thread.title}  ${style.dim(`tidemark thread ${thread.id}`)}`);
  row("session", session && `${session}  ${style.dim(`tidemark session ${session.slice(0, 8)}`)}`);
  row("supersedes", supersedes && linked(supersedes, older));
  row("superseded by", supersededBy && linked(supersededBy, newer));
}

export interface Provenance {
  readonly thread?: { readonly id: string; readonly title: string };
  readonly older?: string;
  readonly newer?: string;
}

function printLine(entry: Remembered, now: number): void {
  const { at, session, supersededBy, isRival, times } = entry;
  const id = idStart(entry.id);
  const whole = brief(factInWords(entry));
  const text = supersededBy === undefined ? whole : style.struck(whole);
  const about = [
    speakerOf(entry),
    ago(at, now),
    ...(times === undefined ? [] : [`${times} times`]),
    ...(session === "" ? [] : [`session ${session.slice(0, 8)}`]),
    ...(supersededBy === undefined
      ? []
      : [`${isRival ? "rival of" : "superseded by"} ${idStart(supersededBy)}`]),
  ];
  print(`  ${style.cyan(id)}  ${text}`);
  print(`  ${" ".repeat(id.length)}  ${style.dim(about.join(" · "))}`);
}

function speakerOf({ by, from }: Remembered): string {
  if (by === "tool") return "a tool showed it";
  const who = by === "user" ? "you" : "the agent";
  if (from === "found") return by === "user" ? `${who}, in a prompt` : `${who}, in its own words`;
  return from === "rule" ? `${who}, as a rule of your profile` : who;
}

function linked(id: string, text: string | undefined): string {
  return text === undefined ? idStart(id) : `${style.cyan(idStart(id))}  ${brief(text)}`;
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1).toWellFormed()}…`;
}
