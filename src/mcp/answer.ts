import { stripAnsi } from "../ansi.js";
import { clean, fence, shorten } from "../render/clean.js";

/** What a tool says. */
export interface Answer {
  readonly text: string;
  /** The same for programs: what the text names, without anything that was recorded. */
  readonly facts?: { readonly [name: string]: string | number | boolean };
}

const MOST = 7_000;
const LONGEST_LINE = 400;

/** Our own words, and below them in a fence what was recorded. Nothing recorded stands anywhere else. */
export function recorded(head: string, lines: readonly string[], tail = ""): string {
  return framed(head, lines.map(oneLine), tail);
}

/** The same for the lines of files: their inner space is part of what they say. */
export function recordedFile(head: string, lines: readonly string[], tail = ""): string {
  return framed(
    head,
    lines.map((line) => stripAnsi(line).replace(UNSEEN, "").slice(0, LONGEST_LINE).toWellFormed()),
    tail,
  );
}

const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

function framed(head: string, lines: readonly string[], tail: string): string {
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > MOST) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  const rest = left === 0 ? [] : [`${left} more ${left === 1 ? "line" : "lines"} left out.`];
  return [head, ...fence(shown), ...rest, ...(tail === "" ? [] : [tail])].join("\n");
}

/** Lists keep their indentation. */
function oneLine(line: string): string {
  const [indent = ""] = /^ */.exec(line) ?? [];
  return indent + shorten(clean(line), LONGEST_LINE);
}
