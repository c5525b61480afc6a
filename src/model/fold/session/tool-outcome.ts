import { namesInError, readTestOutput } from "../../../text/shell/test-output.js";
import type { FileDraft } from "./session-draft.js";

const MAX_FAILURE_CHARS = 320;
const MAX_LINE_CHARS = 160;
const MAX_TESTS = 3;
const MAX_READ_CHARS = 400;
const TASK = /^\[[\w:./@-]{1,40}\] /;
// A line that says what went wrong, or where: "src/a.ts:12:5: Error return value is not checked".
const INFORMATIVE =
  /error|exception|panic|fatal|assert|expected|cannot|can't|undefined|not found|no such|denied|refused|missing|unexpected|invalid|timed? ?out|mismatch|\.\w{1,5}[:(]\d+\S* \S+ \S/i;
// A line that merely says that something did, how long it took, and one of the source that was pointed at.
const UNINFORMATIVE =
  /^\W*(?:FAIL|ERROR|Error|error)?\W*$|\btask failed\b|^\W*(?:tests?|test files?|suites?|found|ran|\d+)\b.{0,60}\b(?:failed|failing|errors?|suites?|passed)\b|^(?:time|duration|finished|done|ok)\b|^\W*\w+: \d+$|[{;]$|^[\w.]+\(.*\)$/i;

/** What went wrong, in one line: the failing tests, the line that says it best, and what else the output names. */
export function failureIn(output: string, isTest: boolean): string {
  if (output === "") return "";
  const parts = isTest ? (readTestOutput(output)?.failing ?? []).slice(0, MAX_TESTS) : [];
  const line = informativeLine(output, parts.length > 0);
  if (line !== "" && !parts.some((part) => part.includes(line))) parts.push(line);
  const said = parts.join("\n");
  const names = namesInError(output).filter((name) => !said.includes(name.replace(/:\d+$/, "")));
  if (names.length > 0) parts.push(names.join(", "));
  return parts.join(" · ").slice(0, MAX_FAILURE_CHARS);
}

/** It was stopped or not allowed, so nobody knows whether it would have failed. */
export function isAborted(failure: string): boolean {
  return ABORTED.test(failure);
}

const ABORTED =
  /^(?:(?:the )?(?:command|process|request|operation|tool)? ?(?:was )?(?:aborted|interrupted|cancell?ed|rejected)\b|the user (?:doesn't want|does not want|rejected|declined))/i;

function informativeLine(output: string, isNamed: boolean): string {
  let last = "";
  for (const raw of output.split("\n")) {
    const line = raw.trim().slice(0, MAX_READ_CHARS).replace(TASK, "");
    if (line === "" || UNINFORMATIVE.test(line)) continue;
    if (INFORMATIVE.test(line)) return shortened(line);
    last = line;
  }
  return isNamed ? "" : shortened(last);
}

function shortened(line: string): string {
  return line.replace(/\s+/g, " ").slice(0, MAX_LINE_CHARS);
}

/** What was done to one file in a stretch of work. */
export interface Changed {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** What the changed lines declare, at most 4. */
  readonly names: readonly string[];
  /** Where lines were not counted: that it was deleted, or the command that changed it. */
  readonly how?: string;
}

const MAX_NAMES = 4;
const MAX_CHANGES_CHARS = 600;

/** A change more to a file that may have been changed before. */
export function withChange(before: Changed | undefined, change: FileDraft): Changed {
  const { path, added, removed, symbols = [] } = change;
  const names = before?.names ?? NONE;
  const how = howOf(change);
  return {
    path,
    added: (before?.added ?? 0) + added,
    removed: (before?.removed ?? 0) + removed,
    names:
      symbols.length === 0 || names.length === MAX_NAMES
        ? names
        : [...new Set([...names, ...symbols])].slice(0, MAX_NAMES),
    how,
  };
}

/** The same for a list of files, of which the last few are kept. */
export function withChangeIn(list: readonly Changed[], change: FileDraft, most: number): readonly Changed[] {
  const before = list.find(({ path }) => path === change.path);
  return [...list.filter((file) => file !== before), withChange(before, change)].slice(-most);
}

/** "src/a.ts (+12 -3 in parseHeader), src/b.ts", as many as there is room for. */
export function changesText(files: readonly Changed[], most = MAX_CHANGES_CHARS): string {
  let text = "";
  for (const file of files) {
    const next = text === "" ? changeText(file) : `${text}, ${changeText(file)}`;
    if (next.length > most) return text === "" ? next.slice(0, most) : text;
    text = next;
  }
  return text;
}

const NONE: readonly string[] = [];

function howOf({ action, summary }: FileDraft): string | undefined {
  if (action === "delete") return "deleted";
  return action === "shell" && summary !== "" ? `by \`${summary}\`` : undefined;
}

function changeText({ path, added, removed, names, how }: Changed): string {
  const counts = [added > 0 ? `+${added}` : "", removed > 0 ? `-${removed}` : ""].filter(Boolean).join(" ");
  const where = names.length === 0 ? "" : `${counts === "" ? "" : " "}in ${names.join(", ")}`;
  const what = [`${counts}${where}`, how ?? ""].filter(Boolean).join(", ");
  return what === "" ? path : `${path} (${what})`;
}
