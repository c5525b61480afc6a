import { compareEvents } from "../../../event/order.js";
import { DAY_MS } from "../../../event/time.js";
import { isContinuation } from "../../../text/prose/next-action.js";
import { isShortAnswer } from "../../../text/prose/remark.js";
import { type Recent, recentBy } from "../session/recent.js";
import { shortId } from "../stamp.js";
import type { Correction } from "./stored-threads.js";
import { createdBranch, isFeatureBranch } from "./thread-branch.js";
import { addTurn, beginThread, cool, slim } from "./thread-draft.js";
import { ThreadIndex } from "./thread-index.js";
import { bestThread } from "./thread-join.js";
import {
  type Gist,
  gistOf,
  isQuestion,
  type Join,
  type Place,
  type Reason,
  type Thread,
  type ThreadsState,
  type ThreadTurn,
  turnId,
} from "./thread-state.js";
import { GIVEN_TITLE_RANK } from "./thread-title.js";

export const MAX_RECENT_THREADS = 50;
const MAX_PLACES = 60;
const CONTINUES_WITHIN_MS = 7 * DAY_MS;

/** The mutable threads inside a fold. */
export class Threading {
  readonly #index: ThreadIndex;
  readonly #places: Recent<Place>;
  readonly #retired = new Map<string, Thread>();
  readonly #joins = new Map<string, Join>();
  /** The turns added here, by thread: a correction rebuilds the threads it touches. */
  readonly #turns = new Map<string, ThreadTurn[]>();
  #last: ThreadsState["last"];
  #hot: string | undefined;

  constructor(before: ThreadsState) {
    this.#index = new ThreadIndex(before);
    this.#places = recentBy(MAX_PLACES, before.places, ([session]) => session);
    this.#last = before.last;
    this.#hot = before.hot;
  }

  /** Adds turns and corrections in the order of their ends. */
  addAll(turns: readonly ThreadTurn[], corrections: readonly Correction[]): void {
    let due = 0;
    for (const turn of turns) {
      for (; isBefore(corrections[due], turn); due++) this.#correct(corrections[due]);
      this.add(turn);
    }
    for (; due < corrections.length; due++) this.#correct(corrections[due]);
  }

  add(turn: ThreadTurn): void {
    this.#last = turn.end;
    const join = this.#choose(turn);
    if (join === undefined) return;
    const { thread, why } = join;
    const isHot = this.#takesHeat(thread, turn);
    if (isHot && this.#hot !== undefined && this.#hot !== thread.id) this.#index.cool(this.#hot);
    if (isHot) this.#hot = thread.id;
    this.#index.put(isHot ? thread : cool(thread));
    const isAsked = /\?["'»)\]]*\s*$/.test(turn.closing ?? "");
    this.#places.put(turn.session, [turn.session, thread.id, turn.endedAt ?? turn.at, isAsked]);
    this.#join(turn, thread.id, why);
    const turns = this.#turns.get(thread.id);
    if (turns === undefined) this.#turns.set(thread.id, [turn]);
    else turns.push(turn);
    this.#retire();
  }

  /** A thread of mere talk does not take the place of recent work. */
  #takesHeat(thread: Thread, turn: ThreadTurn): boolean {
    const hot = this.#hot === undefined ? undefined : this.#index.get(this.#hot);
    if (thread.worked > 0 || hot?.lastWorkedAt === undefined || hot.id === thread.id) return true;
    return turn.at - hot.lastWorkedAt > (isQuestion(thread) ? CONTINUES_WITHIN_MS : DAY_MS);
  }

  /** Ignores corrections of unknown threads and turns. */
  #correct(correction: Correction | undefined): void {
    if (correction === undefined) return;
    this.#last = { clock: correction.clock, id: correction.id };
    switch (correction.type) {
      case "thread.renamed": {
        const id = this.#find(correction.data.thread);
        if (id !== undefined) this.#name(id, correction.data.title);
        return;
      }
      case "thread.merged": {
        const from = this.#find(correction.data.from);
        const into = this.#find(correction.data.into);
        if (from !== undefined && into !== undefined) this.#merge(from, into, correction);
        return;
      }
      case "thread.split": {
        const { turn } = correction.data;
        const from = this.#joins.get(turn)?.thread ?? "";
        const turns = this.#turns.get(from) ?? [];
        const at = turns.findIndex((known) => turnId(known) === turn);
        if (at > 0) this.#move(turns.slice(at), from, this.#freeId(`t${turn}`), correction);
        return;
      }
      case "thread.moved": {
        const from = this.#joins.get(correction.data.turn)?.thread ?? "";
        const into = this.#find(correction.data.thread);
        const turns = this.#turns.get(from) ?? [];
        const moved = turns.filter((known) => turnId(known) === correction.data.turn);
        if (into !== undefined) this.#move(moved, from, into, correction);
        return;
      }
      case "thread.undone":
        return;
    }
  }

  state(): ThreadsState {
    return {
      last: this.#last,
      hot: this.#hot,
      recent: this.recent(),
      places: this.#places.values(),
      vocabulary: this.#index.vocabulary,
      turns: this.#index.turns,
    };
  }

  /** The latest last. */
  recent(): Thread[] {
    return this.#index.values();
  }

  /** The threads that were retired here, oldest first. */
  retired(): Thread[] {
    return [...this.#retired.values()].map(slim);
  }

  joins(): Join[] {
    return [...this.#joins.values()];
  }

  #choose(turn: ThreadTurn): { thread: Thread; why: readonly Reason[] } | undefined {
    const gist = gistOf(turn);
    const { rarity } = this.#index;
    this.#index.countWords(gist.words.keys());
    const place = this.#places.get(turn.session);
    const before = place === undefined ? undefined : this.#index.get(place[1]);
    const join = (to: Thread, why: readonly Reason[]) => ({ thread: addTurn(to, turn, gist, rarity), why });
    const reply = [{ is: "reply", what: turn.request.slice(0, 40) }] as const;
    const isApart = gist.opensTopic || leavesBranch(turn, before);
    if (before !== undefined && !isApart && answers(turn, gist, place?.[3])) return join(before, reply);
    const last = place === undefined ? undefined : { thread: place[1], at: place[2], isApart };
    const best = bestThread(turn, gist, this.#index, last);
    if (best !== undefined) return join(best.thread, best.why);
    if (gist.isReply && isContinuation(turn.request)) {
      // "Go on" as the first request of a session means the hot thread.
      const hot = this.#hot === undefined ? undefined : this.#index.get(this.#hot);
      if (hot !== undefined && turn.at - hot.lastAt < CONTINUES_WITHIN_MS) return join(hot, reply);
    }
    if (gist.isReply && gist.files.size === 0) return undefined;
    if (gist.isRemark && turn.edited.length === 0) return undefined;
    const why = [{ is: "began", what: turn.request.slice(0, 40) }] as const;
    return { thread: beginThread(turn, gist, rarity), why };
  }

  #join(turn: ThreadTurn, thread: string, why: readonly Reason[]): void {
    const { session, n, at } = turn;
    const name = turnId(turn);
    this.#joins.set(name, { turn: name, session, n, at, thread, why });
  }

  /** Finds a thread by its name. A merged thread is the one that its first turn is in now. */
  #find(name: string): string | undefined {
    if (this.#turns.has(name)) return name;
    return name.startsWith("t") ? this.#joins.get(name.slice(1))?.thread : undefined;
  }

  #freeId(id: string): string {
    return this.#turns.has(id) ? this.#freeId(`${id}x`) : id;
  }

  /** A title given by a person replaces a derived one, but not another given one. */
  #merge(from: string, into: string, correction: Correction): void {
    const gone = this.#get(from);
    this.#move(this.#turns.get(from) ?? [], from, into, correction);
    if (gone?.rank === GIVEN_TITLE_RANK && this.#get(into)?.rank !== GIVEN_TITLE_RANK)
      this.#name(into, gone.title);
  }

  #move(moved: readonly ThreadTurn[], from: string, into: string, { id, type }: Correction): void {
    if (from === into || moved.length === 0) return;
    const leaving = new Set<ThreadTurn | undefined>(moved);
    const left = (this.#turns.get(from) ?? []).filter((turn) => !leaving.has(turn));
    const joined = [...(this.#turns.get(into) ?? []), ...moved].sort((a, b) => compareEvents(a.end, b.end));
    const what = `${type.slice("thread.".length)} ${shortId(id)}`;
    for (const turn of moved) this.#join(turn, into, [{ is: "corrected", what }]);
    // The place of each session and the hot thread follow the last turn.
    for (const session of new Set(moved.map((turn) => turn.session))) {
      const place = this.#places.get(session);
      const ofSession = [...left, ...moved].filter((turn) => turn.session === session);
      if (place?.[1] === from && leaving.has(lastOf(ofSession)))
        this.#places.put(session, [session, into, place[2], place[3]]);
    }
    if (this.#hot === from && leaving.has(lastOf([...left, ...moved]))) this.#hot = into;
    this.#rebuild(from, left);
    this.#revive(into);
    this.#rebuild(into, joined);
    this.#retire();
  }

  /** Makes a retired thread recent again. */
  #revive(id: string): void {
    const old = this.#retired.get(id);
    if (old === undefined) return;
    this.#retired.delete(id);
    this.#index.put(old);
  }

  #retire(): void {
    for (const old of this.#index.retire(MAX_RECENT_THREADS)) this.#retired.set(old.id, cool(old));
  }

  #rebuild(id: string, turns: readonly ThreadTurn[]): void {
    const before = this.#get(id);
    const [first, ...rest] = turns;
    if (first === undefined) {
      this.#turns.delete(id);
      this.#retired.delete(id);
      this.#index.remove(id);
      return;
    }
    const { rarity } = this.#index;
    let thread: Thread = { ...beginThread(first, gistOf(first), rarity), id };
    for (const turn of rest) thread = addTurn(thread, turn, gistOf(turn), rarity);
    if (before !== undefined && before.rank === GIVEN_TITLE_RANK)
      thread = { ...thread, title: before.title, rank: GIVEN_TITLE_RANK };
    this.#turns.set(id, [...turns]);
    this.#put(id === this.#hot ? thread : cool(thread));
  }

  #get(id: string): Thread | undefined {
    return this.#index.get(id) ?? this.#retired.get(id);
  }

  #name(id: string, title: string): void {
    const thread = this.#get(id);
    if (thread !== undefined) this.#put({ ...thread, title, rank: GIVEN_TITLE_RANK });
  }

  #put(thread: Thread): void {
    if (this.#retired.has(thread.id)) this.#retired.set(thread.id, thread);
    else this.#index.put(thread);
  }
}

/** Whether a turn responds to the one before it: a reply, a remark, or a few words after a question of the agent. */
function answers(turn: ThreadTurn, gist: Gist, isAsked = false): boolean {
  return gist.isReply || gist.isRemark || (isAsked && isShortAnswer(turn.request));
}

/** Whether a turn creates a branch although the thread has one of its own. */
function leavesBranch(turn: ThreadTurn, thread: Thread | undefined): boolean {
  const created = createdBranch(turn);
  const own = thread?.branches.findLast(isFeatureBranch);
  return isFeatureBranch(created) && own !== undefined && own !== created;
}

function isBefore(correction: Correction | undefined, { end }: ThreadTurn): boolean {
  return correction !== undefined && compareEvents(correction, end) < 0;
}

function lastOf(turns: readonly ThreadTurn[]): ThreadTurn | undefined {
  return [...turns].sort((a, b) => compareEvents(a.end, b.end)).at(-1);
}
