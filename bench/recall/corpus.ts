import { readAsset } from "../../src/host/own-folder.js";
import type { Memory, MemoryKind } from "../../src/model/fold/memory/memory-state.js";
import { isFunctionWord, tokensOf } from "../../src/text/words/term.js";
import type { Dice } from "../dice.js";

const KINDS: readonly MemoryKind[] = [
  "prompt",
  "answer",
  "prompt",
  "answer",
  "change",
  "command",
  "decision",
  "fix",
];
const MINUTE = 60_000;
/** With it the word of a rank is said about as often as in English. */
const SHIFT = 10;
const HEADER = 4;
/**
 * A project keeps to its words: with these, 200 memories have about a thousand words, as in recorded sessions of agents,
 * and not four times as many.
 */
const OWN = { every: 150, others: 1_350, reach: 20_000, share: 0.95 } as const;
/** How many words each kind of question is made from. */
const CHOICE = 60;
const RARE = { least: 1, most: 12 } as const;
/** Of all memories. */
const MIDDLE = 0.002;

/** How often the words of a question are said. */
export type Frequency = "common" | "middle" | "rare";

/** Imagined memories in which words are about as frequent as in those of real work, and which were said how often. */
export class Corpus {
  readonly #dice: Dice;
  readonly #words = readWords();
  readonly #said = new Uint32Array(this.#words.length);
  /** The ranks of the words that are said most. */
  readonly #own: readonly number[];
  #memories = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#own = [
      ...Array.from({ length: OWN.every }, (_, rank) => rank),
      ...Array.from({ length: OWN.others }, () => dice.between(OWN.every, OWN.reach)),
    ];
  }

  /** The memories of a session that began then. Only what is counted can be asked for. */
  session(session: string, began: number, isCounted: boolean): Memory[] {
    const dice = this.#dice;
    const branch = dice.pick(["main", "main", "feat/retry", "fix/empty-list"]);
    const author = dice.pick(["laptop", "desk", "build"]);
    return Array.from({ length: dice.between(12, 60) }, (_, n) => {
      if (isCounted) this.#memories++;
      const at = began + n * MINUTE;
      return {
        id: `${at.toString(36)}${dice.letters(12)}.m`,
        kind: dice.pick(KINDS),
        by: n % 2 === 0 ? "user" : "agent",
        ...{ at, session, author, branch },
        turn: `${session}-${n >> 2}`,
        files: dice.chance(0.3) ? [this.#file(isCounted)] : [],
        text: this.#text(isCounted),
      };
    });
  }

  /** Words to ask for. */
  words(frequency: Frequency): string[] {
    const ranks = [...this.#words.keys()].filter((rank) => this.#isTelling(rank));
    const said = (rank: number) => this.#said[rank] ?? 0;
    const aim = this.#memories * MIDDLE;
    const chosen = {
      common: () => ranks.sort((a, b) => said(b) - said(a)),
      middle: () => ranks.sort((a, b) => Math.abs(said(a) - aim) - Math.abs(said(b) - aim)),
      rare: () => ranks.filter((rank) => said(rank) <= RARE.most),
    }[frequency]();
    return chosen.slice(0, CHOICE).map((rank) => this.#words[rank] ?? "");
  }

  #isTelling(rank: number): boolean {
    const word = this.#words[rank] ?? "";
    return (this.#said[rank] ?? 0) >= RARE.least && !isFunctionWord(word) && tokensOf(word).length === 1;
  }

  #text(isCounted: boolean): string {
    const dice = this.#dice;
    const sentences = Array.from({ length: dice.between(1, 6) }, () => {
      const words = Array.from({ length: dice.between(5, 14) }, () => this.#word(isCounted));
      if (dice.chance(0.15)) words.push(`${this.#word(isCounted)}${capital(this.#word(isCounted))}`);
      return `${capital(words.join(" "))}.`;
    });
    return sentences.join(" ");
  }

  #file(isCounted: boolean): string {
    return `src/${this.#word(isCounted)}/${this.#word(isCounted)}-${this.#word(isCounted)}.ts`;
  }

  #word(isCounted: boolean): string {
    const isOwn = this.#dice.chance(OWN.share);
    const place = this.#place(isOwn ? this.#own.length : this.#words.length);
    const rank = isOwn ? (this.#own[place] ?? 0) : place;
    if (isCounted) this.#said[rank] = (this.#said[rank] ?? 0) + 1;
    return this.#words[rank] ?? "";
  }

  /** A place in a list of so many, by Zipf's law: the further down, the rarer. */
  #place(size: number): number {
    return Math.floor(SHIFT * (((size + SHIFT) / SHIFT) ** this.#dice.next() - 1));
  }
}

/** The words of the table, the most frequent first. */
function readWords(): string[] {
  const bytes = Buffer.from(readAsset("glove40k.i8"));
  const words = bytes.toString("utf8", HEADER, HEADER + bytes.readUInt32LE(0)).split("\n");
  return words.filter((word) => /^[a-z]+$/.test(word));
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
