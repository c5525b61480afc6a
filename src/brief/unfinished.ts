import { DAY_MS } from "../event/time.js";
import type { TreeState } from "../model/fold/item/tree.js";
import type { Findings } from "../model/fold/session/finding.js";
import type { TurnNotes } from "../model/fold/session/note.js";
import type { PlanItem, SessionState } from "../model/fold/session/session-state.js";
import { openItems, withoutDone } from "../model/fold/session/status.js";
import type { Thread } from "../model/fold/thread/thread-state.js";
import { wordsOf } from "../text/prose/topic.js";
import { withoutSolved } from "./carried-over.js";

/** What a line of work left open. */
export interface Unfinished {
  /** The plan of its newest session that had one; none if that is done or old. */
  readonly plan: readonly PlanItem[];
  /** The failing checks that its sessions ran last, the latest last. */
  readonly checks: TreeState["checks"];
  /** Stated obstacles, those of the newest session first. */
  readonly obstacles: Findings["blocked"];
  /** Its files that are not committed, the latest last. */
  readonly files: readonly string[];
}

const NONE: Unfinished = { plan: [], checks: [], obstacles: [], files: [] };
const LIFETIME_MS = 7 * DAY_MS;
/** A plan that more sessions of its thread have left alone since is over. */
const MAX_SESSIONS_SINCE = 2;

interface Record {
  /** The latest sessions, newest first. */
  readonly sessions: readonly SessionState[];
  /** The notes of the last turns, the latest first, and the work tree they left. */
  readonly turns: readonly TurnNotes[];
  readonly tree?: TreeState;
  readonly now: number;
}

/** The unfinished lines of work, by the ids of their threads. */
export function unfinishedIn(
  threads: readonly Thread[],
  { sessions, turns, tree, now }: Record,
): Map<string, Unfinished> {
  const found = new Map<string, Unfinished>();
  const add = (thread: Thread | undefined, change: (before: Unfinished) => Partial<Unfinished>) => {
    if (thread === undefined) return;
    const before = found.get(thread.id) ?? NONE;
    found.set(thread.id, { ...before, ...change(before) });
  };
  const planned = new Set<string>();
  sessions.forEach((state, at) => {
    if (now - state.lastAt >= LIFETIME_MS) return;
    const newer = sessions.slice(0, at);
    const thread = threadOf(threads, state.session, [
      ...state.plan.map(({ text }) => text),
      ...(state.plan.length === 0 ? [state.work.request ?? ""] : []),
    ]);
    const { blocked } = withoutSolved(state, newer).found;
    if (blocked.length > 0) add(thread, ({ obstacles }) => ({ obstacles: [...obstacles, ...blocked] }));
    if (thread === undefined || state.plan.length === 0 || planned.has(thread.id)) return;
    planned.add(thread.id);
    if (newer.filter(({ session }) => thread.sessions.includes(session)).length > MAX_SESSIONS_SINCE) return;
    const done = newer.flatMap(({ found: { done } }) => done);
    const plan = withoutDone(state.plan, done);
    if (openItems(plan).length > 0) add(thread, () => ({ plan }));
  });
  for (const check of tree?.checks ?? []) {
    if (check.ok) continue;
    const ran = turns.find(({ notes }) =>
      notes.some((note) => note.is === "check" && note.runner === check.runner && note.scope === check.scope),
    );
    const thread = threadOf(threads, ran?.session ?? "", [check.command, ...(ran?.edited ?? [])]);
    add(thread, ({ checks }) => ({ checks: [...checks, check] }));
  }
  for (const path of tree?.dirty ?? []) {
    const thread = threads.findLast(({ files }) => files.includes(path));
    add(thread, ({ files }) => ({ files: [...files, path] }));
  }
  return found;
}

/** What lines of work left open without the tasks of a plan that is told on its own. */
export function withoutPlan(
  unfinished: ReadonlyMap<string, Unfinished>,
  told: readonly PlanItem[],
): ReadonlyMap<string, Unfinished> {
  const texts = new Set(told.map(({ text }) => text));
  const isTold = (plan: readonly PlanItem[]) => openItems(plan).every(({ text }) => texts.has(text));
  return new Map(
    [...unfinished].map(([id, left]) => [id, isTold(left.plan) ? { ...left, plan: [] } : left] as const),
  );
}

/** Whether more than files are left: files are often committed by hand, long after they are done. */
export function isOpen({ plan, checks, obstacles }: Unfinished): boolean {
  return plan.length + checks.length + obstacles.length > 0;
}

/** The thread of a session; of several the one that these texts are most about, or else the last. */
function threadOf(threads: readonly Thread[], session: string, texts: readonly string[]): Thread | undefined {
  const own = threads.filter(({ sessions }) => sessions.includes(session));
  if (own.length <= 1) return own[0];
  const words = new Set(texts.flatMap(wordsOf));
  let best: { thread: Thread; shared: number } | undefined;
  for (const thread of own) {
    const shared = thread.words.filter(([word]) => words.has(word)).length;
    if (best === undefined || shared >= best.shared) best = { thread, shared };
  }
  return best?.thread;
}
