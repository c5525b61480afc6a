import { describe, expect, test } from "vitest";
import { REVERSALS } from "../../text/prose/reversals.js";
import { Story } from "../scenario/story.js";
import { recordedIn } from "./repeated.js";

/** What is told as rejected is not told as chosen. */
function chosenIn(told: string): string {
  return recordedIn(told)
    .filter((line) => /^(?:Decided|Décidé ?|Known|À savoir ?|Next|Ensuite ?):/.test(line))
    .join("\n")
    .replaceAll(/\([^)]*(?:rejected|rejetée?s?) ?: Redis[^)]*\)/g, "");
}

/** `test/brief/reversal.test.ts` reads all of them in one process. */
const SOME = REVERSALS.filter((_, at) => at % 7 === 0);

describe("a decision that a later session takes back is told as it holds now", () => {
  test.each(SOME)("%s", (text) => {
    const story = new Story();
    story.ask("a", 0, "let's use Redis for the cache");
    story.stop("a", 1, "Done.");
    story.ask("b", 20, text);
    story.stop("b", 21, "Done.");
    const told = story.start("c", 40);
    expect(told).toMatch(/^(?:Decided|Décidé ?): memcached/m);
    // A sentence that rejects the old choice may be told in its own words.
    expect(chosenIn(told).replace(text, "")).not.toMatch(/^\w[^:]*: Redis/m);
    expect(story.json(["items", "--all", "--kind", "decision"], 41)).toMatchObject([
      { text: "Redis for the cache", state: "superseded" },
      { text: expect.stringMatching(/^memcached/), state: "open" },
    ]);
    const codes = story.cli(["inject", "--style", "codes"], 42);
    expect(codes).toMatch(/^dec:memcached/m);
    expect(codes).not.toMatch(/^dec:Redis/m);
  });
});
