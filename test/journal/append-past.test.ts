import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { append } from "../../src/journal/append.js";
import { appendPast } from "../../src/journal/append-past.js";
import { drain } from "../../src/model/drain.js";
import { openInMemory } from "../../src/model/store/open.js";
import { freshHome } from "./journal-home.js";

const NOW = Date.UTC(2026, 2, 4, 12);
const scene = { at: NOW, project: "p", session: "s", agent: "claude" };

function past(id: string, at: number, text: string) {
  const draft = { type: "prompt.submitted" as const, data: { text } };
  return { id, draft, at, clock: at, project: "p", session: "s", agent: "other" };
}

describe("what happened before it is written down", () => {
  test("stands in its own time, and the device's clock stays where it is", () => {
    const home = freshHome();
    append(home, [{ type: "prompt.submitted", data: { text: "the last thing" } }], scene);
    const clock = readFileSync(join(home, "device"), "utf8");
    const store = openInMemory();
    drain(home, store);
    appendPast(home, [past("x2", NOW - 2_000, "second"), past("x1", NOW - 9_000, "first")], NOW);
    appendPast(home, [past("x1", NOW - 9_000, "first")], NOW);
    expect(readFileSync(join(home, "device"), "utf8")).toBe(clock);
    expect(drain(home, store).badLines).toBe(0);
    expect(store.turns("p", "s").map(({ request }) => request)).toEqual([
      "first",
      "second",
      "the last thing",
    ]);
    expect(store.session("p", "s")?.state.startedAt).toBe(NOW - 9_000);
  });
});
