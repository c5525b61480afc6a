import { namesInError, readTestOutput } from "../../../text/shell/test-output.js";
import type { FileDraft } from "./session-draft.js";

const MAX_FAILURE_CHARS = 320;
const MAX_LINE_CHARS = 160;
const MAX_TESTS = 3;
const MAX_READ_CHARS = 400;
const TASK = /^\[[\w:./@-]{1,40}\] /;
// A line that says what failed, or where: "src/a.ts:12:5: Error return value is not checked".
const INFORMATIVE =
  /error|exception|panic|fatal|assert|expected|cannot|can't|undefined|not found|no such|denied|refused|missing|unexpected|invalid|timed? ?out|mismatch|\.\w{1,5}[:(]\d+\S* \S+ \S/i;
// A line that only reports a failure or a duration, or quotes the source.
const UNINFORMATIVE =
  /^\W*(?:FAIL|ERROR|Error|error)?\W*$|\btask failed\b|^\W*(?:tests?|test files?|suites?|found|ran|\d+)\b.{0,60}\b(?:failed|failing|errors?|suites?|passed)\b|^(?:time|duration|finished|done|ok)\b|^\W*\w+: \d+$|[{;]$|^[\w.]+\(.*\)$/i;

/** A failure in one line: the failing tests, the most informative line, and other names in the output. */
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

/** Whether a command was stopped or not allowed: it may not have failed otherwise. */
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

/** The changes of one file in a turn. */
export interface Changed {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** Names that the changed lines declare, at most 4. */
  readonly names: readonly string[];
  /** If lines were not counted: "deleted", or the command that changed the file. */
  readonly how?: string;
}

const MAX_NAMES = 4;
const MAX_CHANGES_CHARS = 600;

/** Adds a change to the earlier changes of the same file. */
export function withChange(before: Changed | undefined, change: FileDraft): Changed {
  const { path, added, removed, symbols = [] } = change;
  return {
    path,
    added: (before?.added ?? 0) + added,
    removed: (before?.removed ?? 0) + removed,
    names: [...new Set([...(before?.names ?? []), ...symbols])].slice(0, MAX_NAMES),
    how: howOf(change),
  };
}

/** Adds a change to a list of at most `max` files. */
export function withChangeIn(list: readonly Changed[], change: FileDraft, max: number): readonly Changed[] {
  const before = list.find(({ path }) => path === change.path);
  return [...list.filter((file) => file !== before), withChange(before, change)].slice(-max);
}

/** "src/a.ts (+12 -3 in parseHeader), src/b.ts", up to a maximum length. */
export function changesText(files: readonly Changed[]): string {
  let text = "";
  for (const file of files) {
    const next = text === "" ? changeText(file) : `${text}, ${changeText(file)}`;
    if (next.length > MAX_CHANGES_CHARS) return text === "" ? next.slice(0, MAX_CHANGES_CHARS) : text;
    text = next;
  }
  return text;
}

/** "+12 -3". */
export function lineCounts(added: number, removed: number): string {
  return [added > 0 ? `+${added}` : "", removed > 0 ? `-${removed}` : ""].filter(Boolean).join(" ");
}

function howOf({ action, summary }: FileDraft): string | undefined {
  if (action === "delete") return "deleted";
  return action === "shell" && summary !== "" ? `by \`${summary}\`` : undefined;
}

function changeText({ path, added, removed, names, how }: Changed): string {
  const counts = lineCounts(added, removed);
  const where = names.length === 0 ? "" : `${counts === "" ? "" : " "}in ${names.join(", ")}`;
  const what = [`${counts}${where}`, how ?? ""].filter(Boolean).join(", ");
  return what === "" ? path : `${path} (${what})`;
}
