import { isFragment, isTrivialCommand, normaliseCommand } from "../detect/command.js";
import { filesChangedByShell } from "../detect/shell-change.js";
import { symbolsInChange } from "../detect/symbol.js";
import type { EventData } from "../event/registry.js";
import type { Blocker, CommandRun, FileChange, SessionState } from "./session-state.js";

const MOST = { files: 20, seen: 20, commands: 20, steps: 50, running: 10, blockers: 5, turn: 30 } as const;

type Started = EventData<"tool.started">;
type Finished = EventData<"tool.finished">;

export function startTool(state: SessionState, use: Started, at: number): SessionState {
  const running = { call: use.call ?? "", tool: use.tool, target: targetOf(use), at };
  return { ...state, running: [...state.running, running].slice(-MOST.running), busy: true };
}

export function finishTool(state: SessionState, use: Finished, at: number): SessionState {
  const target = targetOf(use);
  const changed = changedFiles(use, at);
  const looked = use.ok && changed.length === 0 ? (use.paths ?? []) : [];
  const command = use.command === undefined ? undefined : commandRun(use.command, use.ok, at);
  const files = changed.reduce(addFile, state.files);
  return {
    ...state,
    tools: state.tools + 1,
    failures: state.failures + (use.ok ? 0 : 1),
    work: { ...state.work, action: target === "" ? use.tool : `${use.tool} ${target}` },
    files,
    seen: looked.length === 0 ? state.seen : keepLast([...state.seen, ...looked], MOST.seen),
    commands: command === undefined ? state.commands : addCommand(state.commands, command),
    steps: [...state.steps, { tool: use.tool, target, at, ok: use.ok }].slice(-MOST.steps),
    blockers: updateBlockers(state.blockers, use, at),
    running: state.running.filter((call) =>
      use.call === undefined ? call.tool !== use.tool || call.target !== target : call.call !== use.call,
    ),
    turn: {
      ...state.turn,
      tools: state.turn.tools + 1,
      failures: state.turn.failures + (use.ok ? 0 : 1),
      edited: keepLast([...state.turn.edited, ...changed.map((file) => file.path)], MOST.turn),
      seen: keepLast([...state.turn.seen, ...looked], MOST.turn),
      commands:
        command === undefined
          ? state.turn.commands
          : keepLast([...state.turn.commands, command.text], MOST.turn),
    },
  };
}

/** What a call was about, in one short line. */
function targetOf(use: Started): string {
  const target = use.paths?.[0] ?? (use.command === undefined ? use.target : normaliseCommand(use.command));
  return (target ?? "").replace(/\s+/g, " ").slice(0, 160);
}

function changedFiles(use: Finished, at: number): FileChange[] {
  if (!use.ok) return [];
  if (use.action === "edit" || use.action === "write" || use.action === "delete") {
    const { action, added = 0, removed = 0 } = use;
    const summary = summarise(use);
    return (use.paths ?? []).map((path) => ({ path, action, at, times: 1, added, removed, summary }));
  }
  if (use.command === undefined) return [];
  const summary = normaliseCommand(use.command).slice(0, 80);
  return filesChangedByShell(use.command).map((path) => ({
    path,
    action: "shell" as const,
    at,
    times: 1,
    added: 0,
    removed: 0,
    summary,
  }));
}

/** "+12 -3 in parseHeader, readHeader". */
function summarise(use: Finished): string {
  const symbols = symbolsInChange(use.change ?? "").slice(0, 3);
  const counts = [use.added ? `+${use.added}` : "", use.removed ? `-${use.removed}` : ""]
    .filter(Boolean)
    .join(" ");
  if (symbols.length === 0) return counts;
  return counts === "" ? symbols.join(", ") : `${counts} in ${symbols.join(", ")}`;
}

function addFile(files: readonly FileChange[], change: FileChange): readonly FileChange[] {
  const earlier = files.find((file) => file.path === change.path);
  const merged =
    earlier === undefined
      ? change
      : {
          ...change,
          times: earlier.times + 1,
          added: earlier.added + change.added,
          removed: earlier.removed + change.removed,
        };
  return [...files.filter((file) => file.path !== change.path), merged].slice(-MOST.files);
}

function commandRun(command: string, ok: boolean, at: number): CommandRun | undefined {
  const text = normaliseCommand(command);
  if (isTrivialCommand(text) || isFragment(text)) return undefined;
  return { text, ok, at, times: 1 };
}

function addCommand(commands: readonly CommandRun[], run: CommandRun): readonly CommandRun[] {
  const earlier = commands.find((candidate) => candidate.text === run.text);
  const merged = earlier === undefined ? run : { ...run, times: earlier.times + 1 };
  return [...commands.filter((candidate) => candidate.text !== run.text), merged].slice(-MOST.commands);
}

// A command that failed blocks until the same command passes.
function updateBlockers(blockers: readonly Blocker[], use: Finished, at: number): readonly Blocker[] {
  if (use.command === undefined || use.interrupted) return blockers;
  const command = normaliseCommand(use.command);
  if (isTrivialCommand(command)) return blockers;
  const others = blockers.filter((blocker) => blocker.command !== command);
  if (use.ok) return others.length === blockers.length ? blockers : others;
  return [...others, { command, output: (use.output ?? "").slice(0, 400), at }].slice(-MOST.blockers);
}

function keepLast(paths: readonly string[], most: number): readonly string[] {
  return [...new Set([...paths].reverse())].slice(0, most).reverse();
}
