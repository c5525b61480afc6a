import type { Footprint } from "../footprint/footprint.js";
import type { Tally } from "../footprint/ledger.js";
import type { Memory } from "../memory/memory-state.js";
import { readItemId, SAID_KINDS, type SaidKind } from "../session/said-draft.js";
import type { SessionState, TurnState } from "../session/session-state.js";
import { hasWorked } from "../session/status.js";
import { type Advice, adviseOn } from "./insight-advice.js";
import { type RecurringError, recurringErrors } from "./insight-error.js";
import { type Stalls, stallsIn } from "./insight-stall.js";

/** A session of the observed period. */
export interface ObservedSession {
  readonly state: SessionState;
  /** Died in the middle of something, however long ago. */
  readonly hasDied: boolean;
  readonly turns: readonly TurnState[];
  readonly footprint?: Footprint;
  /** Failures and fixes. */
  readonly memories: readonly Memory[];
}

/** Patterns across many sessions. */
export interface Insights {
  readonly sessions: number;
  readonly turns: number;
  readonly tools: number;
  readonly failures: number;
  readonly errors: readonly RecurringError[];
  readonly files: readonly ReworkedFile[];
  readonly stalls: Stalls;
  readonly told: ToldUse;
  readonly advice: readonly Advice[];
}

export function insightsOf(looks: readonly ObservedSession[]): Insights {
  const worked = looks.filter(({ state }) => hasWorked(state));
  const sum = (count: (look: ObservedSession) => number) =>
    worked.reduce((total, look) => total + count(look), 0);
  const found = {
    sessions: worked.length,
    turns: sum(({ turns }) => turns.filter(({ n }) => n > 0).length),
    tools: sum(({ turns }) => turns.reduce((total, turn) => total + turn.tools, 0)),
    failures: sum(({ turns }) => turns.reduce((total, turn) => total + turn.failures, 0)),
    errors: recurringErrors(worked),
    files: reworkedFiles(worked),
    stalls: stallsIn(worked),
    told: toldUse(worked),
  };
  return { ...found, advice: adviseOn(found) };
}

/** How sessions used the items they were shown. */
interface ToldUse extends Tally {
  readonly injections: number;
  readonly kinds: { readonly [K in SaidKind]: Tally };
  /** Shown most often and never used. */
  readonly unused: readonly { readonly item: string; readonly times: number }[];
}

const MIN_UNUSED_TIMES = 3;
const MAX_UNUSED = 20;

/** Counts only sessions with tool calls: the others could not have used anything. */
function toldUse(looks: readonly ObservedSession[]): ToldUse {
  const kinds = { file: { said: 0, used: 0 }, run: { said: 0, used: 0 }, name: { said: 0, used: 0 } };
  const items = new Map<string, { said: number; used: number }>();
  let injections = 0;
  for (const { footprint } of looks) {
    if (footprint === undefined || footprint.calls === 0) continue;
    for (const said of footprint.said) {
      injections++;
      for (const [place, item] of said.items.entries()) {
        const kind = readItemId(item)?.kind;
        if (kind === undefined) continue;
        const used = said.used.includes(place) ? 1 : 0;
        const known = items.get(item) ?? { said: 0, used: 0 };
        items.set(item, { said: known.said + 1, used: known.used + used });
        kinds[kind].said++;
        kinds[kind].used += used;
      }
    }
  }
  const total = SAID_KINDS.map((kind) => kinds[kind]);
  return {
    injections,
    said: total.reduce((sum, { said }) => sum + said, 0),
    used: total.reduce((sum, { used }) => sum + used, 0),
    kinds,
    unused: [...items]
      .filter(([, { said, used }]) => used === 0 && said >= MIN_UNUSED_TIMES)
      .map(([item, { said }]) => ({ item, times: said }))
      .sort((a, b) => b.times - a.times || (a.item < b.item ? -1 : 1))
      .slice(0, MAX_UNUSED),
  };
}

/** A file that was changed in many turns. */
interface ReworkedFile {
  readonly project: string;
  readonly path: string;
  /** Turns in which it was changed. */
  readonly turns: number;
  readonly sessions: number;
  /** The turns in which something failed, and those in which work was undone. */
  readonly failing: number;
  readonly undone: number;
  readonly added: number;
  readonly removed: number;
  readonly lastAt: number;
}

const MIN_TURNS = 4;
const MAX_FILES = 50;
const UNDOING = /\bgit (?:checkout (?:--|\.|HEAD)|(?:restore|reset|revert|stash|clean)\b)/;

function reworkedFiles(looks: readonly ObservedSession[]): ReworkedFile[] {
  const files = new Map<string, Draft>();
  for (const look of looks) {
    const { project, session } = look.state;
    for (const turn of look.turns)
      for (const path of turn.edited) note(draftOf(files, project, path), turn, session);
    for (const { path, added, removed } of look.state.files) {
      const draft = files.get(`${project}\n${path}`);
      if (draft === undefined) continue;
      draft.added += added;
      draft.removed += removed;
    }
  }
  return [...files.values()]
    .filter(({ turns }) => turns >= MIN_TURNS)
    .map(({ sessions, ...file }) => ({ ...file, sessions: sessions.size }))
    .sort((a, b) => weight(b) - weight(a) || b.lastAt - a.lastAt || (a.path < b.path ? -1 : 1))
    .slice(0, MAX_FILES);
}

type Draft = { -readonly [K in keyof Omit<ReworkedFile, "sessions">]: ReworkedFile[K] } & {
  readonly sessions: Set<string>;
};

/** Turns with failures or undone work weigh more. */
function weight({ turns, failing, undone }: ReworkedFile): number {
  return turns + 2 * failing + 3 * undone;
}

function draftOf(files: Map<string, Draft>, project: string, path: string): Draft {
  const key = `${project}\n${path}`;
  let draft = files.get(key);
  if (draft === undefined) {
    const counts = { turns: 0, failing: 0, undone: 0, added: 0, removed: 0, lastAt: 0 };
    draft = { project, path, ...counts, sessions: new Set() };
    files.set(key, draft);
  }
  return draft;
}

function note(draft: Draft, { at, failures, commands }: TurnState, session: string): void {
  draft.turns++;
  draft.sessions.add(session);
  if (failures > 0) draft.failing++;
  if (commands.some((command) => UNDOING.test(command))) draft.undone++;
  draft.lastAt = Math.max(draft.lastAt, at);
}
