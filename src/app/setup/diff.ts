import type { Redact } from "../../capture/bound.js";

const CONTEXT = 3;
const LARGEST = 4_000_000;

type Op = { readonly is: " " | "-" | "+"; readonly line: string };

/**
 * A unified diff of two small texts, for people to read before they agree. Empty where nothing changes. Secrets are
 * redacted: settings hold tokens, and what is printed ends up in logs.
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  redact: Redact,
): string {
  const ops = compare(linesOf(before ?? ""), linesOf(after ?? ""));
  const hunks = hunksOf(ops);
  if (hunks.length === 0) return "";
  const from = before === undefined ? "/dev/null" : path;
  const to = after === undefined ? "/dev/null" : path;
  const lines = [`--- ${from}`, `+++ ${to}`, ...hunks.flatMap((range) => printHunk(ops, range)), ""];
  return redact(lines.join("\n"));
}

const NO_NEWLINE = "\n\\ No newline at end of file";

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, last + NO_NEWLINE];
}

function compare(a: readonly string[], b: readonly string[]): Op[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (lines: readonly string[]): Op[] => lines.map((line) => ({ is: " ", line }));
  return [
    ...same(a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

/** The longest common subsequence by the table; a settings file is short. */
function middle(a: readonly string[], b: readonly string[]): Op[] {
  const removed = (lines: readonly string[]): Op[] => lines.map((line) => ({ is: "-", line }));
  const added = (lines: readonly string[]): Op[] => lines.map((line) => ({ is: "+", line }));
  if (a.length * b.length > LARGEST) return [...removed(a), ...added(b)];
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const ops: Op[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      ops.push({ is: " ", line: a[i++] ?? "" });
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) ops.push({ is: "-", line: a[i++] ?? "" });
    else ops.push({ is: "+", line: b[j++] ?? "" });
  }
  return [...ops, ...removed(a.slice(i)), ...added(b.slice(j))];
}

function hunksOf(ops: readonly Op[]): [start: number, end: number][] {
  const hunks: [number, number][] = [];
  ops.forEach(({ is }, index) => {
    if (is === " ") return;
    const last = hunks.at(-1);
    const end = Math.min(ops.length, index + CONTEXT + 1);
    if (last && index - CONTEXT <= last[1]) last[1] = end;
    else hunks.push([Math.max(0, index - CONTEXT), end]);
  });
  return hunks;
}

function printHunk(ops: readonly Op[], [start, end]: [number, number]): string[] {
  const count = (from: number, to: number, other: Op["is"]) =>
    ops.slice(from, to).filter(({ is }) => is !== other).length;
  const range = (other: Op["is"]) => {
    const length = count(start, end, other);
    return `${count(0, start, other) + (length > 0 ? 1 : 0)},${length}`;
  };
  return [`@@ -${range("+")} +${range("-")} @@`, ...ops.slice(start, end).map(({ is, line }) => is + line)];
}
