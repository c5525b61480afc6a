import type { Envelope } from "../../../event/envelope.js";
import type { EventData } from "../../../event/registry.js";
import { type CommandClass, readShell, type ShellReading } from "../../../text/shell/shell.js";
import { saysTestFailed } from "../../../text/shell/test-output.js";
import { symbolsInChange } from "../../../text/words/name.js";
import { noteChange, noteRun, rememberCommand, rememberFix } from "../memory/memory-work.js";
import type { FileDraft, SessionDraft } from "./session-draft.js";
import { failureIn, lineCounts } from "./tool-outcome.js";

const MAX_RUNNING = 10;
const MAX_PATHS = 5;
const MAX_STEPS = 200;
/** Failures of these block the work, and successes are remembered. */
const WORK_CLASSES: ReadonlySet<CommandClass> = new Set(["test", "build", "check", "install", "run"]);

type Started = EventData<"tool.started">;
type Finished = EventData<"tool.finished">;

export function startTool(draft: SessionDraft, use: Started, at: number): void {
  // The whole command: its last part may do the damage.
  const shell = use.command === undefined ? undefined : readShell(use.command);
  const target = shell === undefined ? targetOf(use) : shell.whole;
  const paths = [...new Set([...(use.paths ?? []), ...(shell?.changed ?? [])])].slice(0, MAX_PATHS);
  const { call = "", tool } = use;
  draft.running.push({ call, tool, target, at, paths: paths.length === 0 ? undefined : paths });
  if (draft.running.length > MAX_RUNNING) draft.running.shift();
  draft.busy = true;
}

export function finishTool(draft: SessionDraft, use: Finished, event: Envelope): void {
  const { at } = event;
  const shell = use.command === undefined ? undefined : readShell(use.command);
  const target = shell === undefined ? targetOf(use) : shell.text;
  const { turn } = draft;
  draft.tools++;
  turn.tools++;
  if (!use.ok) {
    draft.failures++;
    turn.failures++;
  }
  draft.work.action = target === "" ? use.tool : `${use.tool} ${target}`;
  draft.steps.push({ tool: use.tool, target, at, ok: use.ok });
  // `settle` trims the list too.
  if (draft.steps.length > MAX_STEPS) draft.steps = draft.steps.slice(-MAX_STEPS / 2);
  const started = draft.running.findIndex((call) =>
    use.call === undefined ? call.tool === use.tool : call.call === use.call,
  );
  if (started !== -1) draft.running.splice(started, 1);
  if (shell !== undefined) addCommand(draft, use, shell, event);
  if (!use.ok) return;
  const symbols = use.change === undefined ? [] : symbolsInChange(use.change);
  const changed = changedFiles(use, shell, symbols, at);
  for (const file of changed) {
    addFile(draft, file);
    noteChange(draft, file);
    turn.edited.put(file.path, file.path);
  }
  for (const name of symbols) draft.symbols.put(name, name);
  if (changed.length > 0) return;
  for (const path of use.paths ?? []) {
    draft.seen.put(path, path);
    turn.seen.put(path, path);
  }
}

/** The target of a call in one short line. */
export function targetOf({ paths, target = "" }: Started): string {
  const short = (paths?.[0] ?? target).slice(0, 160);
  return /\s\s|[\n\r\t]/.test(short) ? short.replace(/\s+/g, " ") : short;
}

function changedFiles(
  use: Finished,
  shell: ShellReading | undefined,
  symbols: readonly string[],
  at: number,
): FileDraft[] {
  if (use.action === "edit" || use.action === "write" || use.action === "delete") {
    const { action, added = 0, removed = 0 } = use;
    const change = { action, at, times: 1, added, removed, summary: lineCounts(added, removed), symbols };
    return (use.paths ?? []).map((path) => ({ path, ...change }));
  }
  if (shell === undefined) return [];
  const summary = shell.text.slice(0, 80);
  const change = { action: "shell" as const, at, times: 1, added: 0, removed: 0, summary };
  return shell.changed.map((path) => ({ path, ...change }));
}

function addFile(draft: SessionDraft, change: FileDraft): void {
  const { times, added, removed } = draft.files.get(change.path) ?? { times: 0, added: 0, removed: 0 };
  draft.files.put(change.path, {
    ...change,
    times: times + 1,
    added: added + change.added,
    removed: removed + change.removed,
  });
}

function addCommand(draft: SessionDraft, use: Finished, shell: ShellReading, event: Envelope): void {
  if (shell.isTrivial) return;
  if (!shell.isFragment) {
    const { text } = shell;
    const times = (draft.commands.get(text)?.times ?? 0) + 1;
    draft.commands.put(text, { text, ok: use.ok, at: event.at, times });
    draft.turn.commands.put(text, text);
  }
  if (!use.interrupted) updateBlockers(draft, use, shell, event);
}

// A failed command blocks until the same command passes. The failed part of a chain is unknown, so all of it blocks.
function updateBlockers(draft: SessionDraft, use: Finished, shell: ShellReading, event: Envelope): void {
  const output = use.output ?? "";
  const { whole } = shell;
  const isTest = shell.class === "test";
  const isHidden = use.ok && isTest && saysTestFailed(output);
  const earlier = draft.blockers.get(whole);
  if (use.ok && !isHidden) {
    if (earlier !== undefined) rememberFix(draft, event, earlier);
    draft.blockers.remove(whole);
    if (WORK_CLASSES.has(shell.class)) rememberCommand(draft, event, shell, output);
    noteRun(draft, shell);
    return;
  }
  // A mistyped shell command blocks nothing.
  if (!WORK_CLASSES.has(shell.class)) return;
  const { at, changed, ran, told } = earlier ?? { at: event.at, changed: [], ran: [], told: false };
  const error = failureIn(output, isTest);
  draft.blockers.put(whole, { command: whole, output: output.slice(0, 400), error, at, changed, ran, told });
}
