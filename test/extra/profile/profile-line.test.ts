import { describe, expect, test } from "vitest";
import { emptyProfile, type Known, lineFor, type Profile } from "../../../src/extra/profile/profile.js";
import { phrasesFor } from "../../../src/render/phrase.js";

const learned = <T>(value: T): Known<T> => ({ value, from: "learned" });
const set = <T>(value: T): Known<T> => ({ value, from: "set" });

const expert: Profile = {
  ...emptyProfile,
  identity: { name: undefined, role: set("developer"), relationship: learned("owner") },
  preferences: {
    language: learned("fr"),
    verbosity: learned("concise"),
    emoji: learned(false),
    technicalLevel: learned("expert"),
    style: undefined,
  },
};
const say = (profile: Profile, language: "en" | "fr" = "en") =>
  lineFor(profile, phrasesFor(language))[0]?.render(400);

describe("the profile", () => {
  test.each<[string, Profile, string | undefined, string | undefined]>([
    ["nothing", emptyProfile, undefined, undefined],
    [
      "who and how",
      expert,
      "Profile: developer/owner, expert, concise",
      "Profil: developer/propriétaire, expert, concis",
    ],
    [
      "the name first",
      { ...expert, identity: { ...expert.identity, name: set("Ada") } },
      "Profile: Ada, developer/owner, expert, concise",
      "Profil: Ada, developer/propriétaire, expert, concis",
    ],
    [
      "rules alone, which have a line of their own",
      { ...emptyProfile, rules: [{ id: "r", text: "No mocks", at: 0, from: "set" }] },
      undefined,
      undefined,
    ],
    [
      "wishes that were said",
      {
        ...emptyProfile,
        preferences: { ...emptyProfile.preferences, verbosity: set("normal"), emoji: set(false) },
      },
      "Profile: no emoji",
      "Profil: sans emoji",
    ],
  ])("%s", (_, profile, english, french) => {
    expect(say(profile)).toBe(english);
    expect(say(profile, "fr")).toBe(french);
  });
});
