import { describe, expect, test } from "vitest";
import { turn } from "./branch-story.js";
import { Stage } from "./stage.js";

const told = (stage: Stage) => stage.told("SessionStart", "zzzz-9999", { source: "startup" });
const decidedIn = (text: string) => /^Decided: .*|^Décidé ?: .*/m.exec(text)?.[0] ?? "";

describe("a decision taken back in a later session", () => {
  test.each([
    "no Redis, we'll use memcached for the cache",
    "actually, let's go with memcached instead",
    "on abandonne Redis, on prend memcached",
    "switch the cache to memcached",
  ])("%j", (text) => {
    const stage = new Stage("main");
    turn(stage, "aaaa-1111", { ask: "let's use Redis for the cache", says: "Done." });
    turn(stage, "bbbb-2222", { ask: text, says: "Done." });
    const decided = decidedIn(told(stage));
    expect(decided).toMatch(/: memcached/);
    expect(decided.replace(/\((?:rejected|rejeté)\S* ?: Redis[^)]*\)/, "")).not.toContain("Redis");
    const { stdout } = stage.cli(["decisions"]);
    expect(stdout).toContain("○ Redis for the cache");
    expect(stdout).toMatch(/└─ ● memcached/);
  });
});

test("decisions and obstacles in like words stay apart, and a reason is kept", () => {
  const stage = new Stage("main");
  turn(stage, "aaaa-1111", {
    ask: "let's use Redis for the session cache. I'm blocked by the API key of Stripe. Let's use sqlite for the registry because it needs no server.",
    says: "Decided: sqlite for the registry.",
  });
  turn(stage, "aaaa-1111", {
    ask: "let's use Redis for the query cache. I'm blocked by the API key of Mailgun.",
    says: "Done.",
  });
  const { stdout } = stage.cli(["decisions", "--all"]);
  expect(stdout).toContain("● Redis for the session cache");
  expect(stdout).toContain("● Redis for the query cache");
  expect(stdout).toMatch(/● sqlite for the registry[\s\S]*because it needs no server/);
  const text = told(stage);
  expect(text).toContain("the API key of Stripe");
  expect(text).toContain("the API key of Mailgun");
  expect(text).not.toMatch(/blocked:? blocked/i);
});

test("what people say in passing is kept, and told with the next steps", () => {
  const stage = new Stage("main");
  turn(stage, "aaaa-1111", {
    ask: "Let's work in integer cents instead of floats, because floats drift. No, don't use lodash; write it by hand. Remember that the staging DB is reset every night. next: add a mutex",
    says: "Next I make `total` take a currency",
  });
  const { stdout } = stage.cli(["decisions", "--all"]);
  expect(stdout).toMatch(/● work in integer cents[\s\S]*✗ floats/);
  expect(stdout).toMatch(/● write it by hand[\s\S]*✗ lodash/);
  const text = told(stage);
  expect(text).toContain("the staging DB is reset every night");
  expect(text).toMatch(/add (?:a )?mutex/);
  expect(text).toMatch(/make total take (?:a )?currency/);
});
