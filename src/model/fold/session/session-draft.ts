import type { Envelope } from "../../../event/envelope.js";
import type { Memory } from "../memory/memory-state.js";
import { NO_FINDINGS } from "./finding.js";
import { type DraftNote, readNotes } from "./note.js";
import { Recent, recentBy, recentNames } from "./recent.js";
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

/** The mutable state of a session inside a fold. */
export interface SessionDraft extends Omit<Mutable<SessionState>, keyof DraftLists>, DraftLists {
  /** The turns that ended in this fold. */
  readonly closed: TurnState[];
  readonly memories: Memory[];
}

interface DraftLists {
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
}

export interface FileDraft extends Omit<FileChange, "summary"> {
  readonly summary: string;
  /** Names that the changed lines declare; `settle` adds them to the summary. */
  readonly symbols?: readonly string[];
}

export interface TurnDraft extends Omit<Mutable<TurnState>, "edited" | "seen" | "commands" | "notes"> {
  notes: DraftNote[];
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
  const { turn } = state;
  return {
    ...state,
    work: { ...state.work },
    files: recentBy<FileDraft>(MAX.files, state.files, ({ path }) => path),
    seen: recentNames(MAX.seen, state.seen),
    commands: recentBy(MAX.commands, state.commands, ({ text }) => text),
    symbols: recentNames(MAX.symbols, state.symbols),
    steps: [...state.steps],
    blockers: recentBy(MAX.blockers, state.blockers, blockerKey),
    running: [...state.running],
    changed: recentBy(MAX.changed, state.changed, ({ path }) => path),
    proven: [...state.proven],
    turn: {
      ...turn,
      edited: recentNames(MAX.turn, turn.edited),
      seen: recentNames(MAX.turn, turn.seen),
      commands: recentNames(MAX.turn, turn.commands),
      notes: [...(turn.notes ?? [])],
    },
    closed: [],
    memories: [],
  };
}

/** Always writes the fields in the same order, so that the same history gives the same bytes. */
export function settle(draft: SessionDraft): SessionState {
  const { request, requestAt, action } = draft.work;
  return {
    project: draft.project,
    session: draft.session,
    agent: draft.agent,
    title: draft.title,
    startedAt: draft.startedAt,
    lastAt: draft.lastAt,
    source: draft.source,
    left: draft.left,
    ended: draft.ended,
    pid: draft.pid,
    pidSince: draft.pidSince,
    branch: draft.branch,
    head: draft.head,
    events: draft.events,
    prompts: draft.prompts,
    tools: draft.tools,
    failures: draft.failures,
    votes: draft.votes,
    work: { request, requestAt, action },
    files: draft.files.values().map(summed),
    seen: draft.seen.values(),
    commands: draft.commands.values(),
    steps: draft.steps.slice(-MAX.steps),
    symbols: draft.symbols.values(),
    plan: draft.plan,
    found: draft.found,
    proposal: draft.proposal,
    blockers: draft.blockers.values(),
    running: draft.running,
    busy: draft.busy,
    words: draft.words,
    closing: draft.closing,
    compaction: draft.compaction,
    messages: draft.messages,
    forked: draft.forked,
    compacting: draft.compacting,
    subagents: draft.subagents,
    told: draft.told,
    tags: draft.tags,
    tagged: draft.tagged,
    checkpoints: draft.checkpoints,
    restored: draft.restored,
    dismissed: draft.dismissed,
    changed: draft.changed.values(),
    proven: draft.proven,
    tree: draft.tree,
    tested: draft.tested,
    turn: settleTurn(draft.turn),
  };
}

/** The same for all spellings of a check. */
export function blockerKey({ command, checks }: Pick<Blocker, "command" | "checks">): string {
  if (checks === undefined) return command;
  return checks.map(({ runner, scope, folder }) => `${folder}> ${runner} ${scope}`).join(" && ");
}

export function settleTurn(turn: TurnDraft): TurnState {
  return {
    n: turn.n,
    id: turn.id,
    clock: turn.clock,
    at: turn.at,
    endedAt: turn.endedAt,
    end: turn.end,
    request: turn.request,
    topics: turn.topics,
    branch: turn.branch,
    head: turn.head,
    edited: turn.edited.values(),
    seen: turn.seen.values(),
    commands: turn.commands.values(),
    tools: turn.tools,
    failures: turn.failures,
    closing: turn.closing,
    notes: turn.notes.length === 0 ? undefined : readNotes(turn.notes),
  };
}

export function newTurn(n: number, request: string, event: Envelope): TurnDraft {
  return {
    n,
    id: event.id,
    clock: event.clock,
    at: event.at,
    request,
    branch: event.branch,
    head: event.head,
    edited: recentNames(MAX.turn, []),
    seen: recentNames(MAX.turn, []),
    commands: recentNames(MAX.turn, []),
    tools: 0,
    failures: 0,
    notes: [],
  };
}

/** "+12 -3 in parseHeader, readHeader". */
function summed(file: FileDraft): FileChange {
  const { path, action, at, times, added, removed, symbols = [] } = file;
  const summary = [file.summary, symbols.slice(0, 3).join(", ")].filter(Boolean).join(" in ");
  return { path, action, at, times, added, removed, summary };
}
