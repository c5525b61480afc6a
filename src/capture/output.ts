import { stripAnsi } from "../ansi.js";
import { hidePrivate } from "../redact/private.js";
import { type Bounds, CAP } from "./bound.js";

const NAMES_A_FAILURE =
  /\b(?:error|fail(?:ed|ure|ures|ing)?|panic|exception|traceback|assert\w*|expected|received|undefined|cannot|not found|denied|refused|unresolved|mismatch|fatal|abort(?:ed)?)\b|✗|✘|×|❯|^E\s/i;

// Long outputs are scanned at both ends only: errors stand near the start (compilers) or the end (test runners).
const SCAN = 16_384;

/** The few lines of an output worth keeping: of a failure those that name it, of a success the last ones. */
export function excerptOutput(output: string, ok: boolean, bounds: Bounds): string | undefined {
  // Before lines are chosen: the tags are seldom among them.
  const text = hidePrivate(stripAnsi(output)).trim();
  if (text === "") return undefined;
  if (ok) return bounds.boundTail(text, CAP.outputOk);
  if (text.length <= CAP.output) return bounds.bound(text, CAP.output);
  return bounds.bound(failureLines(text), CAP.output);
}

function failureLines(text: string): string {
  const scanned =
    text.length <= 2 * SCAN ? text : `${text.slice(0, SCAN)}\n${text.slice(text.length - SCAN)}`;
  const lines = scanned.split("\n").map((line) => line.trimEnd().slice(0, 300));
  const tail = lines.slice(-4);
  const named = lines.slice(0, -4).filter((line) => NAMES_A_FAILURE.test(line));
  const kept: string[] = [];
  let room = CAP.output - tail.join("\n").length - 2;
  for (const line of named) {
    if (line.length + 1 > room || kept.length >= 12) break;
    if (kept.includes(line)) continue;
    kept.push(line);
    room -= line.length + 1;
  }
  return [...kept, ...tail].join("\n");
}
