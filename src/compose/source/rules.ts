import type { Profile } from "../../fold/profile/profile.js";
import { clean } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import { origin, type Source } from "../source.js";
import { line } from "./line.js";

const SEPARATOR = "; ";
const SHARE = 0.15;
/** One rule alone may take more than the share, but not most of what there is. */
const MOST = 0.5;

/** The rules the user gave for the work, in their order. They hold in every session, so each is told. */
export function ruleLine(profile: Profile | undefined, phrases: Phrases, room: number): Source[] {
  const rules = (profile?.rules ?? [])
    .map(({ text }) => clean(text))
    .filter((text) => text !== "" && text.length <= room * MOST);
  if (rules.length === 0) return [];
  const shortest = Math.min(...rules.map((rule) => rule.length));
  return [
    line({
      key: "rules",
      priority: 76,
      label: phrases.rules,
      minimum: shortest,
      ideal: Math.max(shortest, Math.min(rules.join(SEPARATOR).length, Math.floor(room * SHARE))),
      because: rules.length === 1 ? "the user's rule" : `the user gave ${rules.length}`,
      origins: [origin("user", ["rule.added"])],
      body: (space) => fill(rules, space),
    }),
  ];
}

// Rules stand whole or not at all: half of one could say the opposite.
function fill(rules: readonly string[], room: number): string {
  let text = "";
  for (const rule of rules) {
    const next = text === "" ? rule : text + SEPARATOR + rule;
    if (next.length <= room) text = next;
  }
  return text;
}
