import { line } from "../../brief/source/line.js";
import { origin, type Source } from "../../brief/source.js";
import { clean, joinFitting } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import type { BriefLines } from "../port.js";
import { type Person, personOf } from "./profile.js";

/** Tells who the user is and how to answer. */
export const profileLine: BriefLines = (state) => (phrases) => lineFor(personOf(state), phrases);

export function lineFor(person: Person, phrases: Phrases): Source[] {
  const traits = traitsOf(person, phrases);
  const full = traits.join(", ");
  if (full === "") return [];
  return [
    line({
      key: "profile",
      priority: 30,
      label: phrases.profile,
      minimum: Math.min(full.length, 40),
      ideal: Math.min(full.length, 400),
      because: "how the user works",
      origins: [origin("user", ["profile.set", "prompt.submitted"])],
      body: (room) => joinFitting(traits, ", ", room),
    }),
  ];
}

function traitsOf({ identity, preferences }: Person, phrases: Phrases): string[] {
  const { role, relationship } = identity;
  const { technicalLevel, verbosity, emoji } = preferences;
  const who = [role?.value, relationship?.value].flatMap((word) => word ?? []);
  const how = [
    technicalLevel?.value,
    verbosity?.value === "normal" ? undefined : verbosity?.value,
    wish(emoji),
  ];
  const words = how.flatMap((word) => word ?? []);
  return [...(who.length === 0 ? [] : [who.map(say).join("/")]), ...words.map(say)];

  function say(word: string): string {
    return phrases.trait(clean(word));
  }
}

// Writing without emoji is worth a word only if the person asked for it.
function wish(emoji: Person["preferences"]["emoji"]): string | undefined {
  if (emoji === undefined || emoji.from === "learned") return emoji?.value ? "emoji" : undefined;
  return emoji.value ? "emoji" : "no emoji";
}
