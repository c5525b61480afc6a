import type { Envelope } from "../../../event/envelope.js";
import type { EventData } from "../../../event/registry.js";
import { type CommandClass, readShell, type ShellReading } from "../../../text/shell/shell.js";
import { saysTestFailed } from "../../../text/shell/test-output.js";
import { symbolsInChange } from "../../../text/words/name.js";
import { noteChange, noteRun, rememberCommand, rememberFix } from "../memory/memory-work.js";
import type { FileDraft, SessionDraft } from "./session-draft.js";
import { failureIn } from "./tool-outcome.js";

const MAX_RUNNING = 10;
const MAX_PATHS = 5;
const MAX_STEPS = 200;
/** What fails of these stands in the way, and what works is remembered. */
const WORK_CLASSES: ReadonlySet<CommandClass> = new Set(["test", "build", "check", "install", "run"]);

type Started = EventData<"tool.started">;
type Finished = EventData<"tool.finished">;

export function startTool(draft: SessionDraft, use: Started, at: number): void {
  // All of a command: the part that did the damage may be its last.
  const shell = use.command === undefined ? undefined : readShell(use.command);
  const target = shell === undefined ? targetOf(use) : shell.whole;
  const paths = [...new Set([...(use.paths ?? []), ...(shell?.changed ?? [])])].slice(0, MAX_PATHS);
  draft.running.push({
    call: use.call ?? "",
    tool: use.tool,
    target,
    at,
    ...(paths.length === 0 ? {} : { paths }),
  });
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
  // Trimmed when all is told, and now and then before that.
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

/** What a call was about, in one short line. */
export function targetOf(use: Started): string {
  if (use.paths?.[0] !== undefined) return shortLine(use.paths[0]);
  return shortLine(use.target ?? "");
}

function changedFiles(
  use: Finished,
  shell: ShellReading | undefined,
  symbols: readonly string[],
  at: number,
): FileDraft[] {
  if (use.action === "edit" || use.action === "write" || use.action === "delete") {
    const { action, added = 0, removed = 0 } = use;
    const summary = [added > 0 ? `+${added}` : "", removed > 0 ? `-${removed}` : ""]
      .filter(Boolean)
      .join(" ");
    return (use.paths ?? []).map((path) => ({
      path,
      action,
      at,
      times: 1,
      added,
      removed,
      summary,
      symbols,
    }));
  }
  if (shell === undefined) return [];
  const summary = shell.text.slice(0, 80);
  return shell.changed.map((path) => ({
    path,
    action: "shell" as const,
    at,
    times: 1,
    added: 0,
    removed: 0,
    summary,
  }));
}

function addFile(draft: SessionDraft, change: FileDraft): void {
  const earlier = draft.files.get(change.path);
  if (earlier === undefined) {
    draft.files.put(change.path, change);
    return;
  }
  draft.files.put(change.path, {
    ...change,
    times: earlier.times + 1,
    added: earlier.added + change.added,
    removed: earlier.removed + change.removed,
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

// A command that failed blocks until the same command passes. Which part of a chain failed is not known: all of it blocks.
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
  // A slip at the shell stands in nobody's way: what proves or builds the work does.
  if (!WORK_CLASSES.has(shell.class)) return;
  draft.blockers.put(whole, {
    command: whole,
    output: output.slice(0, 400),
    error: failureIn(output, isTest),
    at: earlier?.at ?? event.at,
    changed: earlier?.changed ?? [],
    ran: earlier?.ran ?? [],
    told: earlier?.told ?? false,
  });
}

function shortLine(text: string): string {
  const short = text.slice(0, 160);
  return /\s\s|[\n\r\t]/.test(short) ? short.replace(/\s+/g, " ") : short;
}
