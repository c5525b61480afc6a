import { describe, expect, test } from "vitest";
import { compose } from "../../src/compose/compose.js";
import { recorded } from "./situation-arbitrary.js";
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
});
