import { idStart } from "../../model/fold/stamp.js";
import { clean, shorten } from "../../render/clean.js";
import { english } from "../../render/english.js";
import { excerptOf } from "../../render/excerpt.js";
import { renderFiles } from "../../render/files.js";
import { matchedSpans, wordsMet } from "../../render/word-match.js";
import type { style } from "../../terminal/print.js";
import { ago, localTime } from "../../terminal/time.js";
import type { Recalled, Recollection, Saying } from "../recollection.js";

/** How a recall is printed: colours, current time, and whether with reasons. */
interface RecallView {
  readonly style: Pick<typeof style, "bold" | "dim" | "cyan" | "green" | "yellow">;
  readonly now: number;
  readonly explain?: boolean;
  /** The project of the current folder; memories of another one cannot be opened from here. */
  readonly project: string;
}

const MAX_CHARS = { text: 600, beside: 200, list: 240 } as const;
const INDENT = "   ";

/** Describes each memory for people: its origin, what matched, and how to open it. */
export function recallLines(recalled: Recalled, view: RecallView): string[] {
  const { memories, matched, searched } = recalled;
  const { bold, dim } = view.style;
  const shown = `${memories.length} of ${matched} that match, best first`;
  return [
    `${bold(shown)} ${dim(`(${searched} looked through)`)}`,
    ...(view.explain ? takenFor(recalled).map(dim) : []),
    ...memories.flatMap((memory, at) => ["", ...hit(memory, at + 1, recalled.words, view)]),
  ];
}

/** Explains how the question was read and how each memory was scored, without recorded text. */
export function explanationLines(recalled: Recalled): string[] {
  return [
    ...takenFor(recalled),
    ...recalled.memories.flatMap((memory, at) => [
      `${at + 1}. score ${memory.score.toFixed(2)}`,
      ...scoreTable(memory),
    ]),
  ];
}

function hit(memory: Recollection, n: number, words: readonly string[], view: RecallView): string[] {
  const { bold, dim, cyan, yellow } = view.style;
  const { kind, by, at, projectName, thread, branch, files, superseded, stale } = memory;
  const about = [
    ago(at, view.now),
    ...(projectName === undefined ? [] : [english.recall.project(clean(projectName))]),
    ...(thread === undefined ? [] : [english.recall.thread(shorten(clean(thread.title), 60))]),
    ...(branch === undefined ? [] : [english.branch(shorten(clean(branch), 80))]),
  ];
  const row = (name: string, text: string) => (text === "" ? [] : [`${INDENT}${dim(name)} ${text}`]);
  const list = (paths: readonly string[]) => renderFiles(paths.map(clean), MAX_CHARS.list);
  return [
    `${cyan(`${n}.`)} ${bold(english.recall.said(kind, by))} ${dim(about.join(" · "))}`,
    ...(superseded === undefined ? [] : [`${INDENT}${yellow(`superseded by ${idStart(superseded)}`)}`]),
    `${INDENT}${highlighted(memory, MAX_CHARS.text, words, view)}`,
    ...memory.beside.map(
      (saying) =>
        `${INDENT}${dim(`${english.recall.said(saying.kind, saying.by)}:`)} ${highlighted(saying, MAX_CHARS.beside, words, view)}`,
    ),
    ...row("Files:", list(files)),
    ...row("No longer there:", yellowed(list(stale?.gone ?? []), view)),
    ...row("Changed since:", yellowed(list(stale?.changed ?? []), view)),
    ...row("Open:", opening(memory, view)),
    ...(view.explain ? [`${INDENT}${dim(`score ${memory.score.toFixed(2)}`)}`] : []),
    ...(view.explain ? scoreTable(memory).map(dim) : []),
  ];
}

function highlighted(
  { text }: Saying,
  longest: number,
  words: readonly string[],
  { style: { green } }: RecallView,
): string {
  const line = clean(text);
  const excerpt = excerptOf(line, wordsMet(line, words), longest);
  let drawn = "";
  let end = 0;
  for (const { from, to } of matchedSpans(excerpt, words)) {
    drawn += excerpt.slice(end, from) + green(excerpt.slice(from, to));
    end = to;
  }
  return drawn + excerpt.slice(end);
}

function yellowed(text: string, { style: { yellow } }: RecallView): string {
  return text === "" ? "" : yellow(text);
}

/** Commands take ids of the current project only, except for sessions. */
function opening({ id, kind, session, project }: Recollection, view: RecallView): string {
  const commands = [
    ...(session === "" ? [] : [`tidemark session ${clean(session).slice(0, 8)}`]),
    ...(project === view.project ? [shownBy(kind, id)] : []),
  ];
  return commands.join(" · ");
}

function shownBy(kind: Recollection["kind"], id: string): string {
  if (kind === "pin") return "tidemark pins";
  return kind === "thread" ? `tidemark thread ${id}` : `tidemark memory show ${idStart(id)}`;
}

function takenFor({ words, kinds, time }: Recalled): string[] {
  const day = (at: number) => localTime(at).slice(0, 10);
  const month = time?.month === undefined ? "" : String(time.month + 1).padStart(2, "0");
  const when =
    time?.span === undefined
      ? [time?.year ?? "", month].filter((part) => part !== "").join("-")
      : `${day(time.span.from)} to ${day(time.span.to - 1)}`;
  const parts = [
    `the words ${words.map(clean).join(", ")}`,
    ...(when === "" ? [] : [`the time ${when}`]),
    ...(kinds.length === 0 ? [] : [`the kinds ${[...new Set(kinds)].join(", ")}`]),
  ];
  return [`Looked for ${parts.join("; ")}`];
}

function scoreTable({ parts }: Recollection): string[] {
  const widest = Math.max(0, ...parts.map(({ name }) => name.length));
  return parts.map(({ name, value }) => {
    const signed = `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
    return `${INDENT}  ${name.padEnd(widest)}  ${signed}  ${partInWords(name)}`.trimEnd();
  });
}

/** The meaning of one part of a score; empty if it has no description. */
export function partInWords(name: string): string {
  return MEANING.get(name) ?? "";
}

export const MEANING: ReadonlyMap<string, string> = new Map([
  ["words", "the asked words it has, against the best found"],
  ["share", "how much of the question it says"],
  ["before", "what was said just before it"],
  ["after", "what was said just after it"],
  ["before2", "what was said shortly before it"],
  ["after2", "what was said shortly after it"],
  ["session", "what its session speaks of"],
  ["sessionBest", "the same, against the best session"],
  ["author", "written on the device that was named"],
  ["otherAuthor", "written on another device than was named"],
  ["pairs", "asked words that stand side by side"],
  ["isQuestion", "is a question itself"],
  ["length", "its length"],
  ["whenTime", "names a time, and one was asked for"],
  ["countNumber", "names a number, and one was asked for"],
  ["askedTime", "is of the time that was asked for"],
  ["answers", "follows such a question"],
  ["like", "says the question in its own or like words"],
  ["likeBest", "the same, against the best found"],
  ["likeAround", "the same, of what stands around it"],
  ["near", "how near it is in meaning"],
  ["nearAround", "the same, of what stands around it"],
  ["recent", "how new it is"],
  ["kind", "what kind of memory it is, and was asked for"],
  ["focus", "is about what is in focus"],
  ["rating", "how it was rated"],
  ["branch", "is of the present branch"],
  ["superseded", "something took its place"],
  ["turn", "is what was asked for, and so stands before the words of its turn"],
]);
