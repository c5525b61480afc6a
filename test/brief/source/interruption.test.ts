import { describe, expect, test } from "vitest";
import { compose } from "../../../src/brief/compose.js";
import type { CutOff } from "../../../src/model/cut-off.js";
import { hour, minute, situation } from "../situation-sample.js";

const migrate: CutOff = {
  target: "npm run migrate",
  session: "s",
  files: [
    { path: "db/schema.sql", verdict: "changed" },
    { path: "db/seed.sql", verdict: "same" },
  ],
  back: { id: "c41", edited: 0 },
  item: "cut:s:4",
};

describe("after an interruption the next session", () => {
  test("hears what was running, what became of its files, and the way back in our own words", () => {
    const { text, items } = compose(situation({ interrupted: migrate }));
    const lines = text.split("\n");
    expect(lines[2]).toBe(
      "Interrupted 4 min ago inside `npm run migrate`: it never finished (db/schema.sql changed since). Check its effect before going on.",
    );
    expect(lines.indexOf("</recorded>")).toBeLessThan(lines.findIndex((line) => line.includes("c41")));
    expect(text).toContain("roll back (tidemark checkpoint restore c41: just before it)");
    expect(text).toMatch(/tidemark resume.*tidemark dismiss/);
    expect(items).toContain("cut:s:4");
  });

  test("hears it in French", () => {
    const { text } = compose(situation({ language: "fr", interrupted: migrate }));
    expect(text).toContain("dans `npm run migrate` : jamais terminé (db/schema.sql modifié depuis).");
    expect(text).toContain("revenir en arrière (tidemark checkpoint restore c41 : juste avant)");
  });

  test("hears it in codes", () => {
    const { text, items } = compose(situation({ style: "codes", interrupted: migrate }));
    expect(text).toContain(
      "\nblock:interrupted:npm-run-migrate\nblock:changed-since:db/schema.sql\nundo:tidemark-checkpoint-restore-c41\n",
    );
    expect(items).toContain("cut:s:4");
  });

  test("hears how much more a way back takes back, and of none where there is none", () => {
    const more = compose(situation({ interrupted: { ...migrate, back: { id: "t7", edited: 2 } } }));
    expect(more.text).toContain("(tidemark checkpoint restore t7: before it and changes to 2 files)");
    const { back: _, ...without } = migrate;
    const none = compose(situation({ interrupted: without }));
    expect(none.text).not.toContain("checkpoint");
    expect(none.text).toContain("tidemark resume");
  });

  test("hears that its files did not change where none did", () => {
    const files = [{ path: "src/a.ts", verdict: "same" as const }];
    expect(compose(situation({ interrupted: { ...migrate, files } })).text).toContain(
      "it never finished (src/a.ts not changed).",
    );
  });

  test("can tell another session from the one spoken of, each with its own time", () => {
    const beside = { ...migrate, session: "other", elapsed: 2 * hour };
    const { text } = compose(situation({ interrupted: beside, elapsed: 4 * minute }));
    expect(text).toContain("Another session was interrupted 2 h ago inside `npm run migrate`");
  });

  test("in little room hears what was running before anything else", () => {
    const { text } = compose(situation({ interrupted: migrate }), 220);
    expect(text).toContain("npm run migrate");
    expect(text).not.toContain("tidemark dismiss");
    expect(compose(situation({ interrupted: migrate }), 400).text).toContain(
      "To roll back: tidemark checkpoint restore c41 (just before it).",
    );
  });

  test.each(["resume", "handover"] as const)(
    "one that goes on with it (%s) hears of the way back alone",
    (kind) => {
      const { text } = compose(situation({ kind, interrupted: migrate }));
      expect(text).toContain("To roll back: tidemark checkpoint restore c41");
      expect(text).not.toContain("tidemark resume");
    },
  );
});
