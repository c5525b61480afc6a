import { stripAnsi } from "../ansi.js";
import { clean, fence, shorten } from "../render/clean.js";

/** The result of a tool. */
export interface Answer {
  readonly text: string;
  /** For programs, without recorded text. */
  readonly facts?: { readonly [name: string]: string | number | boolean };
}

const MAX_TEXT_CHARS = 7_000;
const MAX_LINE_CHARS = 400;
const INVISIBLE = /(?!\t)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Our own text with the recorded lines in a fence. Recorded text must not be anywhere else. */
export function recorded(head: string, lines: readonly string[], tail = ""): string {
  return framed(head, lines.map(oneLine), tail);
}

/** The same for lines of files, which keep their white space. */
export function recordedFile(head: string, lines: readonly string[], tail = ""): string {
  return framed(
    head,
    lines.map((line) => stripAnsi(line).replace(INVISIBLE, "").slice(0, MAX_LINE_CHARS).toWellFormed()),
    tail,
  );
}

function framed(head: string, lines: readonly string[], tail: string): string {
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > MAX_TEXT_CHARS) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  const rest = left === 0 ? [] : [`${left} more ${left === 1 ? "line" : "lines"} left out.`];
  return [head, ...fence(shown), ...rest, ...(tail === "" ? [] : [tail])].join("\n");
}

/** Lists keep their indentation. */
function oneLine(line: string): string {
  const [indent = ""] = /^ */.exec(line) ?? [];
  return indent + shorten(clean(line), MAX_LINE_CHARS);
}
