import type { Profile } from "../../extra/profile/profile.js";
import { clean, joinFitting } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { origin, type Source } from "../source.js";
import { line } from "./line.js";

/** Who the user is and how he wants to be answered. */
export function profileLine(profile: Profile | undefined, phrases: Phrases): Source[] {
  if (profile === undefined) return [];
  const traits = traitsOf(profile, phrases);
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

function traitsOf({ identity, preferences }: Profile, phrases: Phrases): string[] {
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

// That somebody writes without emoji goes without saying, unless he said so.
function wish(emoji: Profile["preferences"]["emoji"]): string | undefined {
  if (emoji === undefined || emoji.from === "learned") return emoji?.value ? "emoji" : undefined;
  return emoji.value ? "emoji" : "no emoji";
}
