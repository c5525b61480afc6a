import { contentWords } from "../../../text/prose/subject.js";
import { shortId } from "../stamp.js";
import type { ItemSpeaker, ItemState, ItemStep, WorkItem } from "./item.js";
import type { NewItem } from "./new-item.js";
import { TRUNKS } from "./tree.js";

/** Where and when something was said or done. */
export interface Spot {
  readonly event: string;
  readonly at: number;
  readonly session: string;
  readonly turn: string;
  readonly branch?: string;
  readonly thread?: string;
}

/** An item while it is folded. */
export class Entry {
  readonly id: string;
  readonly kind: NewItem["kind"];
  readonly first: Spot;
  /** The words that it is about. */
  words: ReadonlySet<string>;
  /** The turn that said it last. */
  turn: string;
  state: ItemState = "open";
  /** The turns with edits since it was last mentioned. */
  missed = 0;
  /** A person worded or reopened it, so that it is neither reworded nor stale. */
  isKept = false;
  /** The check that fails. */
  check?: { readonly runner: string; readonly scope: string };
  /** The turn that brought it reported its work. */
  isAnswered = false;
  /** The files that were changed before a failing check passed. */
  fixedBy: readonly string[] = [];
  readonly isRequest: boolean;
  readonly why: ItemStep[] = [];
  readonly #said: string[] = [];
  /** The sentences that speak of it. */
  mentions: readonly string[] = [];

  constructor(
    public now: NewItem,
    spot: Spot,
    isRequest = false,
  ) {
    this.id = shortId(`${spot.event || spot.session}:${now.part}`);
    this.kind = now.kind;
    this.words = contentWords(now.about);
    this.first = spot;
    this.turn = spot.turn;
    this.isRequest = isRequest;
    if (now.said !== undefined) this.#said.push(now.said);
    this.#note("said", spot, now.text, now.by);
  }

  /** When it was said or seen last. */
  get lastAt(): number {
    return this.why.findLast(({ did }) => did === "said" || did === "restated")?.at ?? this.first.at;
  }

  get isOpen(): boolean {
    return this.state === "open";
  }

  /** Takes the latest wording and keeps what only the earlier one says. */
  restate(again: NewItem, spot: Spot): void {
    const { decision: before, by, canFade } = this.now;
    const { decision } = again;
    const kept = decision && {
      ...decision,
      reason: decision.reason ?? before?.reason,
      rejected: decision.rejected.length > 0 ? decision.rejected : (before?.rejected ?? []),
    };
    const isPersons = by === "user" || again.by === "user";
    const wording = this.isKept ? this.now : again;
    this.now = {
      ...wording,
      decision: kept ?? before,
      by: isPersons ? "user" : again.by,
      canFade: isPersons ? undefined : (again.canFade ?? canFade),
    };
    this.words = contentWords(this.now.about);
    this.turn = spot.turn;
    this.missed = 0;
    if (again.said !== undefined) this.#said.push(again.said);
    this.#note("restated", spot, again.text, again.by);
  }

  /** Somebody may have said it once more. */
  hint(key: string): void {
    this.#said.push(key);
  }

  set(state: ItemState, { event, at }: Pick<Spot, "event" | "at">, text: string, by: ItemSpeaker): void {
    this.state = state;
    this.missed = 0;
    this.isAnswered = false;
    this.#note(state, { event, at }, text, by);
  }

  edit(text: string, { event, at }: Pick<Spot, "event" | "at">, by: ItemSpeaker): void {
    this.now = { ...this.now, text, about: text };
    this.words = contentWords(text);
    this.isKept = true;
    this.#note("edited", { event, at }, text, by);
  }

  settle(): WorkItem {
    const { text, by, decision } = this.now;
    const said = this.why.filter(({ did }) => did === "said" || did === "restated");
    const { at, session, branch, thread } = this.first;
    return {
      id: this.id,
      kind: this.kind,
      text,
      reason: decision?.reason,
      rejected: decision === undefined || decision.rejected.length === 0 ? undefined : decision.rejected,
      subject: [...this.words],
      by,
      session,
      branch,
      thread,
      at,
      lastAt: this.lastAt,
      events: [...new Set(said.map(({ event }) => event))].filter((event) => event !== ""),
      said: [...this.#said],
      mentions: this.mentions.length === 0 ? undefined : this.mentions,
      isAnswered: this.isAnswered || undefined,
      isDoubtful: this.now.isDoubtful,
      fixedBy: this.state === "resolved" && this.fixedBy.length > 0 ? this.fixedBy : undefined,
      state: this.state,
      why: [...this.why],
    };
  }

  #note(did: ItemStep["did"], { event, at }: Pick<Spot, "event" | "at">, text: string, by: ItemSpeaker) {
    this.why.push({ event, at, did, by, text: text.slice(0, MAX_WHY_CHARS) });
  }
}

const MAX_WHY_CHARS = 200;

/** Whether two places belong to one line of work: a session, a thread, or a branch that not everybody shares. */
export function isSameLine(one: Spot, other: Spot): boolean {
  if (one.session === other.session) return true;
  if (one.thread !== undefined && other.thread !== undefined) return one.thread === other.thread;
  return one.branch !== undefined && one.branch === other.branch && !TRUNKS.has(one.branch);
}

/** Whether a sentence shares half of the words, and at least two if there are so many. */
export function isMentioned(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared >= Math.min(2, words.size) && shared * 2 >= words.size;
}
