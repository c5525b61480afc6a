import { describe, expect, test } from "vitest";
import { phrasesFor } from "../../../src/compose/render/phrase.js";
import { profileLine } from "../../../src/compose/source/profile.js";
import { emptyProfile, type Known, type Profile } from "../../../src/fold/profile.js";

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
const ruled: Profile = {
  ...expert,
  rules: ["Prefer simple solutions", "Consider alternatives before a quick fix", "No mocks"].map(
    (text, id) => ({
      id: String(id),
      text,
      at: 0,
    }),
  ),
};
const say = (profile: Profile, room = 400, language: "en" | "fr" = "en") =>
  profileLine(profile, phrasesFor(language))[0]?.render(room);

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
      "with rules",
      ruled,
      "Profile: developer/owner, expert, concise · rules: Prefer simple solutions; Consider alternatives before a quick fix; No mocks",
      "Profil: developer/propriétaire, expert, concis · règles: Prefer simple solutions; Consider alternatives before a quick fix; No mocks",
    ],
    [
      "rules alone",
      { ...emptyProfile, rules: ruled.rules.slice(2) },
      "Profile: rules: No mocks",
      "Profil: règles: No mocks",
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
    expect(say(profile, 400, "fr")).toBe(french);
  });

  test("rules stand whole or not at all", () => {
    expect(say(ruled, 90)).toBe(
      "Profile: developer/owner, expert, concise · rules: Prefer simple solutions; No mocks",
    );
    expect(say(ruled, 60)).toBe("Profile: developer/owner, expert, concise · rules: No mocks");
    expect(say(ruled, 45)).toBe("Profile: developer/owner, expert, concise");
  });
});
