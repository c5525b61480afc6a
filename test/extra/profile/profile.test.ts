import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../src/event/registry.js";
import { emptyProfile, type Look, type Profile, profileOf } from "../../../src/extra/profile/profile.js";
import { foldProject } from "../../../src/model/fold/project.js";

const HOUR = 3_600_000;

function profile(drafts: readonly Draft[], look: Partial<Look> = {}, at = (index: number) => index): Profile {
  const [first, ...rest] = drafts.map(
    (draft, index) =>
      ({
        id: `e${String(index).padStart(4, "0")}`,
        v: 1,
        at: at(index),
        clock: index,
        author: "a",
        project: "p",
        session: "s",
        agent: "claude",
        ...draft,
      }) as TidemarkEvent,
  );
  if (first === undefined) throw new Error("nothing to fold");
  return profileOf(foldProject(undefined, [first, ...rest]), { sessions: [], utcOffsetMinutes: 0, ...look });
}

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const prompts = (...texts: string[]): Draft[] => texts.map(prompt);
const set = (key: string, value: string): Draft => ({ type: "profile.set", data: { key, value } });
const times = (n: number, text: string): Draft[] => Array.from({ length: n }, () => prompt(text));

const TECHNICAL =
  "The mutex in the websocket reconnect deadlocks with the redis transaction: debounce the callback, add a fixture and run vitest in CI";

describe("what is learned", () => {
  test("of nothing is nothing", () => {
    expect(profile(prompts("/compact"))).toEqual(emptyProfile);
  });

  test.each<[string, Draft[], (profile: Profile) => unknown, unknown]>([
    ["a role", prompts("I'm a backend developer"), (p) => p.identity.role?.value, "backend developer"],
    [
      "a role, in French",
      prompts("Je suis développeuse web"),
      (p) => p.identity.role?.value,
      "développeuse web",
    ],
    [
      "the role named most",
      prompts("I'm a data scientist", "I'm a designer", "I'm a designer"),
      (p) => p.identity.role?.value,
      "designer",
    ],
    ["an owner", prompts("add it to my project"), (p) => p.identity.relationship?.value, "owner"],
    ["an owner, in French", prompts("c'est mon projet"), (p) => p.identity.relationship?.value, "owner"],
    [
      "the closer of two relationships",
      prompts("I contribute to it", "it is my project"),
      (p) => p.identity.relationship?.value,
      "owner",
    ],
    ["an expert", prompts(TECHNICAL), (p) => p.preferences.technicalLevel?.value, "expert"],
    ["a novice", prompts("I'm a beginner"), (p) => p.preferences.technicalLevel?.value, "novice"],
    ["one wish is no habit", prompts("be brief"), (p) => p.preferences.verbosity, undefined],
    ["two are", prompts("be brief", "sois bref"), (p) => p.preferences.verbosity?.value, "concise"],
    [
      "wishes that differ",
      prompts("be brief", "be brief", "be more detailed", "be more detailed"),
      (p) => p.preferences.verbosity,
      undefined,
    ],
    ["French", prompts("ajoute le test dans la suite"), (p) => p.preferences.language?.value, "fr"],
    ["English", prompts("add the test to the suite"), (p) => p.preferences.language?.value, "en"],
    ["too few words for a language", prompts("le test"), (p) => p.preferences.language, undefined],
    [
      "the language that was asked for",
      [...times(5, "add the test to the suite of the app"), prompt("désormais réponds en français")],
      (p) => p.preferences.language?.value,
      "fr",
    ],
    [
      "the language that was asked for last",
      prompts("réponds en français", "please answer in English from now on"),
      (p) => p.preferences.language?.value,
      "en",
    ],
    [
      "an expert over many prompts",
      times(10, "the websocket mutex hangs"),
      (p) => p.preferences.technicalLevel?.value,
      "expert",
    ],
    ["no level", times(10, "the page hangs"), (p) => p.preferences.technicalLevel, undefined],
    [
      "the patterns of another tool",
      [
        set("active-hours", "09:00-12:00, 14:00-18:00"),
        set("session-minutes", "35"),
        set("common-tasks", "debugging"),
      ],
      (p) => p.patterns,
      { activeHours: ["09:00-12:00", "14:00-18:00"], averageSessionMinutes: 35, commonTasks: ["debugging"] },
    ],
    ["emoji", times(10, "nice 🎉"), (p) => p.preferences.emoji?.value, true],
    ["no emoji", times(10, "nice ✓ ©"), (p) => p.preferences.emoji?.value, false],
    ["too few prompts to tell", times(9, "nice 🎉"), (p) => p.preferences.emoji, undefined],
  ])("%s", (_, drafts, look, expected) => {
    expect(look(profile(drafts))).toEqual(expected);
  });

  test("comes from the person alone", () => {
    const words = "I'm a backend developer, this is my project. Be brief. Sois bref.";
    const others: Draft[] = [
      { type: "turn.ended", data: { message: words } },
      { type: "message.said", data: { text: words } },
      { type: "tool.finished", data: { tool: "Bash", action: "shell", ok: true, output: words } },
    ];
    expect(profile(others)).toEqual(emptyProfile);
    expect(profile(prompts(`<task-notification>${words}</task-notification>`))).toEqual(emptyProfile);
    expect(profile(prompts(`Look:\n\`\`\`\n${words}\n\`\`\`\n`)).identity.role).toBeUndefined();
  });

  test("a prompt that cannot be read teaches nothing and stops nothing", () => {
    const broken = { type: "prompt.submitted", data: {} } as unknown as Draft;
    expect(profile([broken, prompt("I'm a backend developer")]).identity.role?.value).toBe(
      "backend developer",
    );
  });
});

describe("what is set", () => {
  test("wins, and says so", () => {
    const drafts = [
      prompt("I'm a designer"),
      set("role", "architect"),
      set("emoji", "no"),
      ...times(10, "ok 🎉"),
    ];
    expect(profile(drafts)).toMatchObject({
      identity: { role: { value: "architect", from: "set" } },
      preferences: { emoji: { value: false, from: "set" } },
    });
  });

  test("and taken back leaves what was learned", () => {
    const drafts = [prompt("I'm a designer"), set("role", "architect"), set("role", "")];
    expect(profile(drafts).identity.role).toEqual({ value: "designer", from: "learned" });
  });

  test("to something unknown does not count", () => {
    expect(profile([set("verbosity", "poetic"), set("language", "tlh")])).toEqual(emptyProfile);
  });
});

describe("patterns", () => {
  const at = (hours: readonly number[]) => (index: number) => (hours[index % hours.length] ?? 0) * HOUR;

  test.each<[string, number[], number, string[]]>([
    ["a morning and an afternoon", [9, 10, 11, 14, 15], 0, ["09:00-12:00", "14:00-16:00"]],
    ["in another zone", [9, 10, 11, 14, 15], 60, ["10:00-13:00", "15:00-17:00"]],
    ["half an hour off", [3, 4], 330, ["08:30-10:30"]],
    ["over midnight", [22, 23, 0, 1], 0, ["22:00-02:00"]],
    ["west of UTC", [1], -120, ["23:00-00:00"]],
    ["around the clock", Array.from({ length: 24 }, (_, hour) => hour), 0, ["00:00-24:00"]],
  ])("%s", (_, hours, utcOffsetMinutes, expected) => {
    expect(profile(times(48 + 12, "go on"), { utcOffsetMinutes }, at(hours)).patterns.activeHours).toEqual(
      expected,
    );
  });

  test("a lone prompt at night is no habit, and few prompts tell nothing", () => {
    expect(
      profile(times(20, "go"), {}, (index) => (index === 7 ? 3 : 10) * HOUR).patterns.activeHours,
    ).toEqual(["10:00-11:00"]);
    expect(profile(times(9, "go"), {}, at([10])).patterns.activeHours).toEqual([]);
  });

  test("sessions are as long as the middle one", () => {
    const long = (minutes: number) => ({ startedAt: 0, lastAt: minutes * 60_000 });
    const averageOf = (...minutes: number[]) =>
      profile(prompts("go"), { sessions: minutes.map(long) }).patterns.averageSessionMinutes;
    expect(averageOf(30, 40, 900)).toBe(40);
    expect(averageOf(0)).toBe(1);
    expect(averageOf()).toBeUndefined();
  });

  test("tasks come by how often they were asked for, up to three", () => {
    const tasks = [
      "testing",
      "review",
      "debugging",
      "review",
      "testing",
      "debugging",
      "review",
      "release",
      "question",
    ];
    expect(profile(prompts("go"), { tasks }).patterns.commonTasks).toEqual([
      "review",
      "debugging",
      "testing",
    ]);
  });
});

test("rules are those given, then the instructions in prompts that say something else", () => {
  const drafts: Draft[] = [{ type: "rule.added", data: { text: "No mocks" } }];
  const conventions = ["no mocks", "Always use tabs"].map((text, at) => ({ id: `c${at}`, text, at }));
  expect(profile(drafts, { conventions }).rules.map(({ text, from }) => [text, from])).toEqual([
    ["No mocks", "set"],
    ["Always use tabs", "learned"],
  ]);
});
