import { failureLine, lastLine } from "../../../text/shell/failure-line.js";
import { namesInError, readTestOutput } from "../../../text/shell/test-output.js";
import type { FileDraft } from "./session-draft.js";

const MAX_FAILURE_CHARS = 320;
const MAX_TESTS = 3;

/** A failure in one line: the failing tests, the most informative line, and other names in the output. */
export function failureIn(output: string, isTest: boolean): string {
  if (output === "") return "";
  const parts = isTest ? (readTestOutput(output)?.failing ?? []).slice(0, MAX_TESTS) : [];
  const line = failureLine(output) || (parts.length > 0 ? "" : lastLine(output));
  if (line !== "" && !parts.some((part) => part.includes(line))) parts.push(line);
  const said = parts.join("\n");
  const names = namesInError(output).filter((name) => !said.includes(name.replace(/:\d+$/, "")));
  if (names.length > 0) parts.push(names.join(", "));
  return parts.join(" · ").slice(0, MAX_FAILURE_CHARS);
}

/** Whether a call was stopped, cancelled or refused: it shows nothing about the work. */
export function isAborted(output: string): boolean {
  return ABORTED.test(output.replace(/^\s*(?:<tool_use_error>|Error: )\s*/, ""));
}

const ABORTED =
  /^(?:(?:the )?(?:command|process|request|operation|tool)? ?(?:was )?(?:aborted|interrupted|cancell?ed|rejected)\b|the user (?:doesn't want|does not want|rejected|declined|denied|has specified a rule)|\[Request interrupted by user|permission (?:for this action|to use \S+)[^.\n]{0,40} denied|\w+(?::\w+)? hook (?:error|blocked)|command blocked by \w+ hook|claude requested permissions?\b|user (?:rejected|declined|denied|cancell?ed|refused)|sibling tool call errored\b)/i;

/** Whether the line that names the failure of a command says that the person stopped it. Programs print much the same words. */
export function isStopped(line: string): boolean {
  return /^(?:<error>)?(?:\[Request interrupted by user|Command (?:was )?aborted\b)/.test(line);
}

/** Whether the line that names the failure says that there is no such script or task: then nothing was checked. */
export function isUnknownTask(line: string): boolean {
  return /\b(?:no (?:such )?(?:task|script|rule to make target)|missing script|unknown (?:task|command|flag|option|argument)|(?:task|script|target) \S+ (?:not found|does not exist)|command "\S+" not found)\b/i.test(
    line,
  );
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
