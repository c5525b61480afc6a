import type { Memory } from "../../model/fold/memory/memory-state.js";
import { clean, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import type { Situation } from "../situation.js";
import { line, naming, origin, type Source } from "../source.js";
import { decisionsOf } from "./decisions.js";
import { isSaidIn } from "./facts.js";
import { SAID_IN } from "./work.js";

const MAX_CHARS = 220;
const MIN_CHARS = 60;

/** A memory of earlier work that the prompt clearly mentions, once in a session. */
export function recalledFor(situation: Situation, phrases: Phrases, ideal: number): Source[] {
  const { recalled, told, now, prompt = "" } = situation;
  if (recalled === undefined) return [];
  const { id, kind, by, at } = recalled;
  const item = `memory:${id}`;
  const text = shorten(clean(recalled.text), MAX_CHARS);
  if (text === "" || told.has(item) || isSaidIn(prompt, text) || isSaidAnyway(recalled, situation)) return [];
  const ago = phrases.recall.ago(phrases.duration(Math.max(0, now - at)));
  const source = line({
    key: "recalled",
    priority: 72,
    label: `${phrases.recall.said(kind, by)} (${ago})`,
    minimum: Math.min(text.length, MIN_CHARS),
    ideal: Math.min(text.length, Math.max(MIN_CHARS, Math.floor(ideal))),
    because: "remembered, and the prompt speaks of it",
    origins: [origin(by, [SAID_IN[by]], { session: recalled.session })],
    body: (room) => shorten(text, room),
  });
  return [naming([{ item, text: text.slice(0, MIN_CHARS / 2) }], source)];
}

/** Facts and recent decisions have lines of their own. */
function isSaidAnyway({ id, text }: Memory, situation: Situation): boolean {
  return (
    situation.facts.some((fact) => fact.id === id) ||
    decisionsOf(situation).some(({ choice }) => clean(text).includes(clean(choice)))
  );
}
