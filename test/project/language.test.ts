import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT, Replay } from "../../bench/continuity/replay.js";
import { languageIn } from "../../src/project/language.js";
import { recall } from "../../src/recall/recall.js";

const replay = new Replay();

beforeAll(() => {
  const ts = new Date(Date.now() - 3_600_000).toISOString();
  const line = { t: "event", session_id: "s1", cwd: "/tmp/tide", ts } as const;
  const prompts = [
    "Ajoute les horaires des bateaux pendant l'été dans la page des marées",
    "Corrige aussi le calcul des marées pour le port, il est faux depuis hier",
  ];
  for (const prompt of prompts) replay.tell({ ...line, hook_event_name: "UserPromptSubmit", prompt });
});
afterAll(() => replay.close());

test("a session that has said nothing yet is answered in the language of the person's prompts", () => {
  expect(languageIn(replay.store().project(PROJECT), undefined)).toBe("fr");
  expect(languageIn(undefined, undefined)).toBe("en");
});

test("a few English terms in a French person's session are no change of language", () => {
  const state = replay.store().project(PROJECT);
  const session = replay.store().sessions({ project: PROJECT, limit: 1 })[0];
  if (session === undefined) throw new Error("there is a session");
  expect(languageIn(state, { ...session, votes: { en: 4, fr: 3 } })).toBe("fr");
  expect(languageIn(state, { ...session, votes: { en: 9, fr: 1 } })).toBe("en");
});

test("summer in French is no function word", () => {
  const { memories } = recall(replay.store(), PROJECT, "été", { now: Date.now() });
  expect(memories[0]?.text).toContain("l'été");
});
