import { contentWords, isSameStatement } from "../../../text/prose/subject.js";
import type { Entry, Spot } from "./entry.js";
import { EntryIndex } from "./entry-index.js";
import type { ItemKind, ItemSpeaker, ItemState } from "./item.js";
import type { NewItem } from "./new-item.js";

/** Statements that say the same share at least so many words, if they have so many. */
const MIN_SHARED = 2;

type Moment = Pick<Spot, "event" | "at">;

/** All items of a project while they are folded, with those that are open at hand. */
export class Board {
  readonly #entries = new Map<string, Entry>();
  readonly #open = new EntryIndex();
  readonly #dropped = new EntryIndex();

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  all(): Entry[] {
    return [...this.#entries.values()];
  }

  /** The open ones of the given kinds. */
  of(kinds: readonly ItemKind[]): Entry[] {
    return this.#open.of(kinds);
  }

  /** The open ones of the given kinds that share so many words. */
  near(words: ReadonlySet<string>, kinds: readonly ItemKind[], least: number): Entry[] {
    return this.#open.near(words, kinds, least);
  }

  /** The open one of the given kinds that says the same. */
  same({ about }: NewItem, kinds: readonly ItemKind[]): Entry | undefined {
    const isSame = ({ now }: Entry) => isSameStatement(now.about, about);
    return this.#open.near(contentWords(about), kinds, MIN_SHARED).find(isSame);
  }

  begin(entry: Entry): void {
    if (this.#entries.has(entry.id)) return;
    const { by, about } = entry.now;
    // An agent does not bring back what somebody dropped.
    const isDropped = this.#dropped
      .near(entry.words, [entry.kind], MIN_SHARED)
      .some(({ now }) => by === "agent" && isSameStatement(now.about, about));
    if (isDropped) return;
    this.#entries.set(entry.id, entry);
    this.#open.add(entry);
  }

  restate(entry: Entry, item: NewItem, spot: Spot): void {
    this.#open.delete(entry);
    entry.restate(item, spot);
    this.#open.add(entry);
  }

  edit(entry: Entry, moment: Moment, text: string, by: ItemSpeaker): void {
    this.#open.delete(entry);
    entry.edit(text, moment, by);
    if (entry.isOpen) this.#open.add(entry);
  }

  close(
    entry: Entry,
    state: Exclude<ItemState, "open">,
    moment: Moment,
    text: string,
    by: ItemSpeaker,
  ): void {
    this.#open.delete(entry);
    entry.set(state, moment, text, by);
    if (state === "dropped") this.#dropped.add(entry);
  }

  reopen(entry: Entry, moment: Moment, text: string, by: ItemSpeaker): void {
    this.#dropped.delete(entry);
    entry.set("open", moment, text, by);
    this.#open.add(entry);
  }
}
