import type { Envelope } from "../../../event/envelope.js";
import type { EventData } from "../../../event/registry.js";
import { withoutWorktree } from "../../../event/worktree.js";
import { remoteChecks } from "../../../text/shell/ci-output.js";
import { gitActs } from "../../../text/shell/git-output.js";
import { resetsIn } from "../../../text/shell/git-reset.js";
import { readShell, type ShellReading, writtenByShell } from "../../../text/shell/shell.js";
import { symbolsInChange } from "../../../text/words/symbol.js";
import { noteChange } from "../memory/memory-work.js";
import { applyRun } from "./failing.js";
import { addCheckNote, addEdit, addNote, REMOTE } from "./note.js";
import type { FileDraft, SessionDraft } from "./session-draft.js";
import { isAborted, lineCounts } from "./tool-outcome.js";
import { noteInterrupt } from "./turn.js";
import { takeRefusal } from "./verdict.js";

const MAX_RUNNING = 10;
const MAX_PATHS = 5;
const MAX_STEPS = 200;

type Started = EventData<"tool.started">;
type Finished = EventData<"tool.finished">;

export function startTool(draft: SessionDraft, use: Started, at: number): void {
  // The whole command: its last part may do the damage.
  const shell = use.command === undefined ? undefined : readShell(use.command);
  const target = shell === undefined ? targetOf(use) : shell.whole;
  const paths = [...new Set([...pathsOf(use), ...(shell?.changed ?? [])])].slice(0, MAX_PATHS);
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
  // A call that was stopped or not allowed did not fail.
  const hasFailed = !use.ok && !use.interrupted && use.refused === undefined && !isAborted(use.output ?? "");
  if (hasFailed) {
    draft.failures++;
    turn.failures++;
  }
  const symbols = use.ok ? symbolsOf(use) : [];
  const changed = use.ok ? changedFiles(use, shell, symbols, at) : [];
  // Before what else the command did: one that writes a file and commits has committed it.
  for (const { path } of changed) addEdit(turn, event, path);
  draft.work.action = target === "" ? use.tool : `${use.tool} ${target}`;
  draft.steps.push({ tool: use.tool, target, at, ok: use.ok });
  // `settle` trims the list too.
  if (draft.steps.length > MAX_STEPS) draft.steps = draft.steps.slice(-MAX_STEPS / 2);
  const started = draft.running.findIndex((call) =>
    use.call === undefined ? call.tool === use.tool : call.call === use.call,
  );
  if (started !== -1) draft.running.splice(started, 1);
  if (use.interrupted) noteInterrupt(draft, event);
  if (use.refused !== undefined) takeRefusal(draft, use, target, event);
  if (shell !== undefined && (use.ok || hasFailed)) addCommand(draft, use, shell, event);
  const { command, output = "", ok } = use;
  if (command !== undefined && (ok || hasFailed)) {
    for (const act of gitActs({ command, output, ok, branch: event.branch })) addNote(turn, event, act);
    for (const { name, ok: passes } of remoteChecks(command, output))
      addCheckNote(turn, event, {
        runner: REMOTE,
        scope: name,
        command: `CI ${name}`,
        ok: passes,
        error: "",
      });
  }
  if (!use.ok) return;
  for (const reset of resetsIn(use.command ?? "", use.output ?? ""))
    addNote(turn, event, { is: "reset", ...reset });
  for (const file of changed) {
    addFile(draft, file);
    noteChange(draft, file);
    turn.edited.put(file.path, file.path);
  }
  for (const name of symbols) draft.symbols.put(name, name);
  if (changed.length > 0) return;
  for (const path of pathsOf(use)) {
    draft.seen.put(path, path);
    turn.seen.put(path, path);
  }
}

function symbolsOf({ names, change, command = "" }: Finished): readonly string[] {
  return names ?? symbolsInChange(change ?? writtenByShell(command));
}

/** The target of a call in one short line. */
export function targetOf(use: Started): string {
  const short = (pathsOf(use)[0] ?? use.target ?? "").slice(0, 160);
  return /\s\s|[\n\r\t]/.test(short) ? short.replace(/\s+/g, " ") : short;
}

function pathsOf({ paths = [] }: Started): string[] {
  return paths.map(withoutWorktree);
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
    return pathsOf(use).map((path) => ({ path, ...change }));
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
  const ok = applyRun(draft, use, shell, event);
  if (shell.isTrivial || shell.isFragment) return;
  const { text } = shell;
  const times = (draft.commands.get(text)?.times ?? 0) + 1;
  draft.commands.put(text, { text, ok, at: event.at, times });
  draft.turn.commands.put(text, text);
}
