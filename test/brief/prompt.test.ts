import { describe, expect, test } from "vitest";
import { compose } from "../../src/brief/compose.js";
import { recorded } from "./recorded.js";
import { situation, thread, work } from "./situation-sample.js";

describe("on a prompt", () => {
  const asked = { kind: "prompt", prompt: "make the thumbnails lazy", elapsed: 0 } as const;

  test("only what the session has not been told is said", () => {
    const prompt = "does retry give up too late?";
    const over = { ...asked, prompt, ...recorded(work, "prompt", prompt) };
    const { items } = compose(situation(over));
    expect(items).toContain("file:src/upload/retry.ts");
    expect(compose(situation({ ...over, told: new Set(items) })).text).toBe("");
  });

  test("nothing is said of what it does not speak of, however warm", () => {
    expect(compose(situation(asked)).text).toBe("");
  });

  test("threads of other sessions are named once", () => {
    const threads = [
      thread("t9", "Lazy thumbnails", { sessions: ["other"] }),
      thread("t8", "Own", { sessions: ["s"] }),
    ];
    const { text, items } = compose(situation({ ...asked, threads }));
    expect(text).toContain('Earlier work: "Lazy thumbnails"\n');
    expect(compose(situation({ ...asked, threads, told: new Set(items) })).text).toBe("");
  });

  test.each(["go on", "oui, continue", "/compact"])("%s needs nothing", (prompt) => {
    expect(compose(situation({ ...asked, prompt })).text).toBe("");
  });

  test("memory is suggested at the first one alone", () => {
    const suggestion = 'Memory knows about "thumbnails"';
    expect(compose(situation({ ...asked, known: "thumbnails" })).text).toContain(suggestion);
    const { about } = situation();
    const second = about === undefined ? {} : { about: { ...about, prompts: 2 } };
    expect(compose(situation({ ...asked, ...second, known: "thumbnails" })).text).not.toContain(suggestion);
  });

  test("a memory the prompt speaks of is said once, with what it is and how old", () => {
    const recalled = {
      id: "e1.fix",
      kind: "fix",
      by: "tool",
      at: situation().now - 3 * 86_400_000,
      session: "other",
      author: "device",
      files: ["src/thumb.ts"],
      text: "`npm test` failed: thumbnails time out \u2014 fixed by: src/thumb.ts (+2 -1 in lazyLoad)",
    } as const;
    const { text, items } = compose(situation({ ...asked, recalled }));
    expect(text).toContain("Error and fix (3 days ago): `npm test` failed: thumbnails time out");
    expect(items).toContain("memory:e1.fix");
    expect(compose(situation({ ...asked, recalled, told: new Set(items) })).text).toBe("");
  });
});
