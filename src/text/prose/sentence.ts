import { wordSet } from "../words/wording.js";

/** A sentence of prose, in plain letters: no list mark, no emphasis, straight apostrophes. */
export interface Sentence {
  readonly text: string;
  /** In lower case, with the same length, and with dots for the letters of a quotation. */
  readonly lower: string;
  /** An item of a list, often one of several proposals. */
  readonly isItem: boolean;
}

export interface Line {
  readonly text: string;
  readonly kind: "heading" | "item" | "plain" | "blank";
  readonly indent: number;
  readonly box?: "open" | "ticked";
}

/** The lines that a person or an agent wrote, without code, quotations, tables, logs and inserted blocks. */
export function linesIn(text: string): readonly Line[] {
  return read(text).lines;
}

export function sentencesIn(text: string): readonly Sentence[] {
  return read(text).sentences;
}

export function splitLine(line: Line): Sentence[] {
  if (line.text === "") return [];
  const isItem = line.kind === "item";
  const found: Sentence[] = [];
  const plain = withoutQuotations(lowerOf(line.text));
  const add = (from: number, to: number) => {
    const text = line.text.slice(from, to).trim();
    if (text !== "") found.push({ text, lower: plain.slice(from, to).trim(), isItem });
  };
  let from = 0;
  for (const match of line.text.matchAll(/[.!?…]+["'»)\]]?\s+/g)) {
    const to = match.index + match[0].length;
    const text = line.text.slice(from, to).trim();
    if (match[0].startsWith(". ") && ABBREVIATIONS.has(lastWord(text))) continue;
    add(from, to);
    from = to;
  }
  add(from, line.text.length);
  return found;
}

/** Nobody states what they quote. Short quotations are names: use "dim" instead of "muted". */
function withoutQuotations(lower: string): string {
  if (!/["“«]/.test(lower)) return lower;
  return lower.replace(QUOTATION, (quoted) => quoted.replace(/[^\s"“”«»]/g, "·"));
}

/** Removes the blocks that the agent's program inserted. */
export function withoutPutIn(text: string): string {
  return text.includes("<") ? text.replace(PUT_IN, "\n") : text;
}

/** All sentences in lower case, one per line. */
export function proseIn(text: string): string {
  return read(text).prose;
}

/** Lower case of the same length: the few letters that would grow stay as they are. */
export function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join("");
}

/** Whether nobody typed this line: a quotation, code, a log, a trace, a diff. Patterns are slow to build, so use few. */
export function isPasted(raw: string): boolean {
  const line = raw.trimStart();
  if (line === "") return false;
  const first = line.charAt(0);
  if (FRAMES.includes(first)) return true;
  if ((raw.startsWith("    ") || raw.startsWith("\t")) && !LISTS.includes(first)) return true;
  if (first >= "0" && first <= "9") return TIME.test(line) || isPlace(line);
  if (first === "[" || first === "(") return TIME.test(line.slice(1)) || isLogged(line.slice(1));
  if (first === "$" || first === "%") return line.charAt(1) === " " && line.length > 2;
  return (
    isLogged(line) || isTraced(line) || isPlace(line) || DIFFERENCES.some((start) => raw.startsWith(start))
  );
}

/** The outermost items of the list below a title, or the one plain line below it. */
export function* itemsBelow(lines: readonly Line[], title: number): Generator<Line> {
  let indent: number | undefined;
  for (const line of lines.slice(title + 1)) {
    if (line.kind === "blank") continue;
    if (line.kind !== "item") {
      if (indent === undefined && line.kind === "plain" && line.text.length < 160) yield line;
      if (indent === undefined || line.indent <= indent) return;
      continue;
    }
    indent ??= line.indent;
    if (line.indent <= indent) yield line;
  }
}

/** Whether a line introduces a list. */
export function isTitle(line: Line): boolean {
  return line.kind === "heading" || (line.kind === "plain" && line.text.endsWith(":"));
}

interface Reading {
  readonly lines: readonly Line[];
  readonly sentences: readonly Sentence[];
  readonly prose: string;
}

const MAX_TEXT_CHARS = 8_000;
const PUT_IN =
  /<(system-reminder|system_reminder|system_notification|task-notification|teammate-message|channel|local-command-\w+|command-\w+|bash-\w+|ide_\w+|hook_context|user-prompt-submit-hook|environment_context|user_instructions)(?: [^>\n]{0,300})?>[\s\S]*?(?:<\/\1>|$)/g;
// A fence may stand in an item of a list.
const FENCE = /^\s*(?:(?:[-*+•]|\d{1,2}[.)])\s+)?(`{3,}|~{3,})/;
// At least four words.
const QUOTATION = /"(?:[^"\s]+\s+){3,}[^"]*"|“(?:[^”\s]+\s+){3,}[^”]*”|«\s*(?:[^»\s]+\s+){3,}[^»]*»/g;
const TITLE = /^\s{0,3}(?:#{1,6}\s+(.+)|\*\*([^*]{2,80})\*\*\s*:?\s*)$/;
const ABBREVIATIONS = wordSet("e.g i.e etc vs cf approx resp ex env no fig ver incl re dr mr mrs");

// Several detectors read the same text in a row, so keep the last reading.
let last: { text: string; reading: Reading } = { text: "", reading: { lines: [], sentences: [], prose: "" } };

function read(text: string): Reading {
  if (last.text !== text) {
    const lines = split(text.slice(0, MAX_TEXT_CHARS));
    const sentences = lines.flatMap(splitLine);
    const prose = sentences.map((sentence) => sentence.lower).join("\n");
    last = { text, reading: { lines, sentences, prose } };
  }
  return last.reading;
}

function split(text: string): Line[] {
  const lines: Line[] = [];
  let fence = "";
  for (const raw of withoutPutIn(text).replaceAll("’", "'").replaceAll("\r", "").split("\n")) {
    const marks = FENCE.exec(raw)?.[1] ?? "";
    if (marks !== "") {
      // A longer fence may contain shorter ones, and a line may open and close one.
      if (fence === "") fence = isClosedIn(raw, marks) ? "" : marks;
      else if (marks.startsWith(fence) && raw.trim() === marks) fence = "";
      continue;
    }
    if (fence !== "") continue;
    if (isShellPrompt(raw)) break;
    if (isPasted(raw)) continue;
    const line = lineOf(raw);
    const before = lines.at(-1);
    if (before !== undefined && isWrapped(before, line))
      lines[lines.length - 1] = { ...before, text: `${before.text} ${line.text}` };
    else lines.push(line);
  }
  return lines;
}

function isClosedIn(raw: string, marks: string): boolean {
  return raw.trimEnd().length > raw.indexOf(marks) + marks.length && raw.trimEnd().endsWith(marks);
}

function lineOf(raw: string): Line {
  const item = /^(\s*)(?:[-*+•·–]|\(?\d{1,2}[.)])\s+(?:\[([ xX])\]\s*)?(.*)$/.exec(raw);
  if (item !== null) {
    const [, lead = "", box, text = ""] = item;
    const line = { text: withoutMarks(text), kind: "item", indent: lead.length } as const;
    if (box === undefined) return line;
    return { ...line, box: box === " " ? "open" : "ticked" };
  }
  const heading =
    raw.includes("#") || raw.includes("**") ? TITLE.exec(raw)?.slice(1).find(Boolean) : undefined;
  if (heading !== undefined) return { text: withoutMarks(heading), kind: "heading", indent: 0 };
  const text = withoutMarks(raw);
  return { text, kind: text === "" ? "blank" : "plain", indent: raw.length - raw.trimStart().length };
}

function withoutMarks(text: string): string {
  if (!["*", "__", "~~"].some((mark) => text.includes(mark))) return text.trim();
  return text
    .replaceAll(/\*\*|__(?=\S)|~~[^~\n]{0,300}~~/g, "")
    .replaceAll(/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, "")
    .trim();
}

/** Whether a line only continues a long one. */
function isWrapped(before: Line, line: Line): boolean {
  if (line.kind !== "plain" || before.kind === "blank" || before.kind === "heading") return false;
  return before.text.length > 60 && !/[.!?:;…]$/.test(before.text) && /^[a-zà-öø-ÿœ]/.test(line.text);
}

/** The last word before the full stop, in lower case. */
function lastWord(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(" "), text.lastIndexOf("(")) + 1, -1).toLowerCase();
}

/** After the prompt of a shell only output follows. */
function isShellPrompt(raw: string): boolean {
  return raw.startsWith("➜ ") || (raw.includes("@") && /^\s*[\w.-]+@[\w.-]+\b.{0,80}[%$#>] /.test(raw));
}

function isLogged(line: string): boolean {
  const level = LEVELS.find((name) => line.startsWith(name));
  return level !== undefined && " :]\t".includes(line.charAt(level.length) || "x");
}

function isTraced(line: string): boolean {
  if (TRACES.some((start) => line.startsWith(start))) return true;
  return line.startsWith("at ") && /[:(]\d+(?::\d+)?\)?\s*$/.test(line);
}

/** `src/a.ts:12:5` at the start. */
function isPlace(line: string): boolean {
  const colon = line.indexOf(":");
  const next = line.charCodeAt(colon + 1);
  return colon > 0 && next >= 48 && next <= 57 && /^[\w./-]{1,200}:\d+:\d+/.test(line);
}

const FRAMES = ">|⏺⎿│├└╭╰─✻●";
const LISTS = "-*+•0123456789";
const TIME = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d)/;
const LEVELS = ["ERROR", "WARNING", "WARN", "INFO", "DEBUG", "TRACE", "FATAL"];
const TRACES = [
  'File "',
  "Traceback (",
  "Caused by:",
  "goroutine ",
  "panic:",
  "npm ERR!",
  "npm error",
  "error[E",
  "error TS",
];
const DIFFERENCES = ["diff --git ", "@@ ", "+++ ", "--- a/", "--- b/", "--- /"];
