import type { Envelope } from "../../../event/envelope.js";
import type { Memory } from "../memory/memory-state.js";
import { NO_FINDINGS } from "./finding.js";
import { Recent, recentNames } from "./recent.js";
import type {
  Blocker,
  CommandRun,
  CurrentWork,
  FileChange,
  Running,
  SessionState,
  Step,
  TurnState,
} from "./session-state.js";
import type { Changed } from "./tool-outcome.js";

type Mutable<T> = { -readonly [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** A session's state while a run of events is told into it. Nobody outside of the fold ever holds one. */
export interface SessionDraft
  extends Omit<
    Mutable<SessionState>,
    | "files"
    | "seen"
    | "commands"
    | "symbols"
    | "steps"
    | "blockers"
    | "work"
    | "running"
    | "turn"
    | "changed"
    | "proven"
  > {
  work: Mutable<CurrentWork>;
  readonly files: Recent<FileDraft>;
  readonly seen: Recent<string>;
  readonly commands: Recent<CommandRun>;
  readonly symbols: Recent<string>;
  readonly blockers: Recent<Blocker>;
  readonly changed: Recent<Changed>;
  readonly proven: string[];
  steps: Step[];
  running: Running[];
  turn: TurnDraft;
  /** The turns that ended while these events were told. */
  readonly closed: TurnState[];
  /** What these events gave to remember. */
  readonly memories: Memory[];
}

export interface FileDraft extends Omit<FileChange, "summary"> {
  readonly summary: string;
  /** What the changed lines declare; it is said in the summary, when all is told. */
  readonly symbols?: readonly string[];
}

export interface TurnDraft extends Omit<Mutable<TurnState>, "edited" | "seen" | "commands"> {
  readonly edited: Recent<string>;
  readonly seen: Recent<string>;
  readonly commands: Recent<string>;
}

const MAX = {
  files: 60,
  seen: 20,
  commands: 20,
  symbols: 60,
  steps: 50,
  blockers: 5,
  turn: 30,
  changed: 12,
} as const;

export function begin(event: Envelope): SessionDraft {
  return {
    project: event.project,
    session: event.session,
    agent: event.agent,
    startedAt: event.at,
    lastAt: event.at,
    source: "unknown",
    events: 0,
    prompts: 0,
    tools: 0,
    failures: 0,
    votes: { en: 0, fr: 0 },
    work: {},
    files: new Recent<FileDraft>(MAX.files, []),
    seen: recentNames(MAX.seen, []),
    commands: new Recent<CommandRun>(MAX.commands, []),
    symbols: recentNames(MAX.symbols, []),
    steps: [],
    plan: [],
    found: NO_FINDINGS,
    blockers: new Recent<Blocker>(MAX.blockers, []),
    running: [],
    busy: false,
    words: { asked: [], said: [] },
    subagents: [],
    checkpoints: [],
    changed: new Recent<Changed>(MAX.changed, []),
    proven: [],
    turn: newTurn(0, "", event),
    closed: [],
    memories: [],
  };
}

export function open(state: SessionState): SessionDraft {
  return {
    ...state,
    work: { ...state.work },
    files: new Recent<FileDraft>(
      MAX.files,
      state.files.map((file) => [file.path, file] as const),
    ),
    seen: recentNames(MAX.seen, state.seen),
    commands: new Recent(
      MAX.commands,
      state.commands.map((run) => [run.text, run] as const),
    ),
    symbols: recentNames(MAX.symbols, state.symbols),
    steps: [...state.steps],
    blockers: new Recent(
      MAX.blockers,
      state.blockers.map((blocker) => [blocker.command, blocker] as const),
    ),
    running: [...state.running],
    changed: new Recent(
      MAX.changed,
      state.changed.map((file) => [file.path, file] as const),
    ),
    proven: [...state.proven],
    turn: {
      ...state.turn,
      edited: recentNames(MAX.turn, state.turn.edited),
      seen: recentNames(MAX.turn, state.turn.seen),
      commands: recentNames(MAX.turn, state.turn.commands),
    },
    closed: [],
    memories: [],
  };
}

/** Always with the same fields in the same order, so that the same history gives the same bytes. */
export function settle(draft: SessionDraft): SessionState {
  return {
    project: draft.project,
    session: draft.session,
    agent: draft.agent,
    ...optional("title", draft.title),
    startedAt: draft.startedAt,
    lastAt: draft.lastAt,
    source: draft.source,
    ...optional("left", draft.left),
    ...optional("ended", draft.ended),
    ...optional("pid", draft.pid),
    ...optional("pidSince", draft.pidSince),
    ...optional("branch", draft.branch),
    ...optional("head", draft.head),
    events: draft.events,
    prompts: draft.prompts,
    tools: draft.tools,
    failures: draft.failures,
    votes: draft.votes,
    work: {
      ...optional("request", draft.work.request),
      ...optional("requestAt", draft.work.requestAt),
      ...optional("action", draft.work.action),
    },
    files: draft.files.values().map(summed),
    seen: draft.seen.values(),
    commands: draft.commands.values(),
    steps: draft.steps.slice(-MAX.steps),
    symbols: draft.symbols.values(),
    plan: draft.plan,
    found: draft.found,
    ...optional("proposal", draft.proposal),
    blockers: draft.blockers.values(),
    running: draft.running,
    busy: draft.busy,
    words: draft.words,
    ...optional("closing", draft.closing),
    ...optional("compaction", draft.compaction),
    ...optional("messages", draft.messages),
    ...optional("forked", draft.forked),
    ...optional("compacting", draft.compacting),
    subagents: draft.subagents,
    ...optional("told", draft.told),
    ...optional("tags", draft.tags),
    ...optional("tagged", draft.tagged),
    checkpoints: draft.checkpoints,
    ...optional("dismissed", draft.dismissed),
    changed: draft.changed.values(),
    proven: draft.proven,
    turn: settleTurn(draft.turn),
  };
}

export function settleTurn(turn: TurnDraft): TurnState {
  return {
    n: turn.n,
    id: turn.id,
    at: turn.at,
    ...optional("endedAt", turn.endedAt),
    ...optional("end", turn.end),
    request: turn.request,
    ...optional("branch", turn.branch),
    ...optional("head", turn.head),
    edited: turn.edited.values(),
    seen: turn.seen.values(),
    commands: turn.commands.values(),
    tools: turn.tools,
    failures: turn.failures,
    ...optional("closing", turn.closing),
  };
}

export function newTurn(n: number, request: string, event: Envelope): TurnDraft {
  return {
    n,
    id: event.id,
    at: event.at,
    request,
    ...optional("branch", event.branch),
    ...optional("head", event.head),
    edited: recentNames(MAX.turn, []),
    seen: recentNames(MAX.turn, []),
    commands: recentNames(MAX.turn, []),
    tools: 0,
    failures: 0,
  };
}

/** "+12 -3 in parseHeader, readHeader". */
function summed(file: FileDraft): FileChange {
  const { path, action, at, times, added, removed, symbols = [] } = file;
  const summary = withSymbols(file.summary, symbols.slice(0, 3));
  return { path, action, at, times, added, removed, summary };
}

function withSymbols(counts: string, symbols: readonly string[]): string {
  if (symbols.length === 0) return counts;
  return counts === "" ? symbols.join(", ") : `${counts} in ${symbols.join(", ")}`;
}

function optional<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: V });
}
