import type { Pin } from "../../fold/declared/declared.js";
import { clean } from "../render/clean.js";
import { fill } from "../render/fill.js";
import type { Phrases } from "../render/phrase.js";
import { origin, type Source } from "../source.js";
import { line } from "./line.js";

const SEPARATOR = " · ";

/** What the user wants always said, in the order given: the most important first. */
export function pinLines(pins: readonly Pin[], phrases: Phrases): Source[] {
  const items = pins.map(({ text }) => clean(text)).filter((text) => text !== "");
  if (items.length === 0) return [];
  const all = items.join(SEPARATOR).length;
  return [
    line({
      key: "pins",
      priority: 95,
      label: phrases.pinned,
      minimum: Math.min(all, 120),
      ideal: Math.min(all, 400),
      because: items.length === 1 ? "the user pinned it" : `the user pinned ${items.length}`,
      origins: [origin("user", ["pin.added"])],
      body: (room) => fill(items, SEPARATOR, room),
    }),
  ];
}
