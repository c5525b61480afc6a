import * as v from "valibot";
import { isTelling, wordsOf } from "../../text/prose/topic.js";
import type { Line } from "./record.js";

const KINDS = ["decision", "next", "open", "rule", "fact", "status"] as const;

const item = v.object({
  kind: v.picklist(KINDS),
  text: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(400)),
  events: v.pipe(v.array(v.union([v.number(), v.string()])), v.minLength(1), v.maxLength(20)),
});

/** What a model noted of a session. `events` are the events that say it. */
export interface Item {
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
  readonly events: readonly string[];
}

export const MAX_ITEMS = 8;
/** The share of an item's words that its events must have. */
const MIN_SHARED = 0.4;

/** The items of an answer that the record bears out; undefined if the answer is no JSON list. */
export function itemsIn(answer: string, record: readonly Line[]): Item[] | undefined {
  const list = listIn(answer);
  return list
    ?.flatMap((one) => {
      const read = v.safeParse(item, one);
      if (!read.success) return [];
      const { kind, text, events } = read.output;
      const lines = events.map((label) => record[Number(label) - 1]);
      const named = lines.flatMap((line) => line ?? []);
      const isTrue = named.length === lines.length && sharesWords(text, named);
      // Only the user makes rules.
      if (!isTrue || (kind === "rule" && !named.some(({ by }) => by === "user"))) return [];
      return [{ kind, text, events: named.map(({ event }) => event) }];
    })
    .slice(0, MAX_ITEMS);
}

function listIn(answer: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(answer.slice(answer.indexOf("["), answer.lastIndexOf("]") + 1));
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined; // Models answer in prose now and then.
  }
}

function sharesWords(text: string, lines: readonly Line[]): boolean {
  const words = new Set(wordsOf(text).filter(isTelling));
  const said = new Set(lines.flatMap((line) => wordsOf(line.text)));
  const shared = [...words].filter((word) => said.has(word)).length;
  return shared > 0 && shared >= words.size * MIN_SHARED;
}
