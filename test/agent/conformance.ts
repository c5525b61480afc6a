import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SETUPS } from "../../src/agent/adapters.js";
import type { Agent } from "../../src/agent/port.js";
import type { AgentSetup } from "../../src/agent/setup.js";
import type { Signal } from "../../src/agent/signal.js";
import { boundsWith } from "../../src/capture/bound.js";
import { capture } from "../../src/capture/capture.js";
import { projectPath } from "../../src/capture/place/path.js";
import { checkDraft } from "../../src/event/registry.js";
import { agentNamed } from "../../src/hook/agents.js";
import { redact } from "../redact.js";
import { settingConforms } from "./conformance-setup.js";

/** What is particular to an agent; everything else is the same for all. */
export interface Candidate {
  readonly agent: Agent;
  readonly setup: AgentSetup;
  /** The kinds of signals that the sample of each event becomes. */
  readonly hears: { readonly [event: string]: readonly Signal["is"][] };
  /** Events whose answer the agent puts before the model, with the answer for a text. */
  readonly says: { readonly [event: string]: (text: string) => unknown };
  /** A payload of a tool call that failed, where the agent tells. */
  readonly failed?: (scene: { session: string; cwd: string }) => object;
  /** A payload with which `.ai/recall/retry jitter` is read, where that can be answered. */
  readonly recall?: (scene: { session: string; cwd: string }) => object;
}

const CWD = "/home/ada/photo-box";
const SCENE = { session: "5b1f0a52-0000-4000-8000-000000000001", cwd: CWD };
const ENV = { HOME: "/home/ada", PATH: "" };
// What no agent can do without, to be of any use.
const NEEDED: readonly Signal["is"][] = ["prompt", "tool-started", "tool-finished", "turn-ended"];

const bounds = boundsWith(redact);

export function conforms(candidate: Candidate): void {
  const { agent, setup } = candidate;
  describe(setup.title, () => {
    test("has one name everywhere", () => {
      expect(setup.name).toBe(agent.name);
      expect(SETUPS).toContain(setup);
      // Claude Code stands in the first bundle; all others in one of their own.
      expect(agent.name === "claude" ? agent : agentNamed(agent.name)).toBe(agent);
    });
    describe("hears", () => hearing(candidate));
    describe("survives", () => surviving(candidate));
    describe("says", () => saying(candidate));
    settingConforms(setup);
  });
}

function hearing({ agent, setup, hears, failed }: Candidate): void {
  const events = Object.keys(setup.limits);

  test("every event has a sample, and nothing else has", () => {
    for (const event of events) expect(setup.sample(event, SCENE), event).toBeTypeOf("object");
    for (const odd of ["toString", "__proto__", "constructor", ""])
      expect(setup.sample(odd, SCENE)).toBeUndefined();
    expect(Object.keys(hears).sort()).toEqual([...events].sort());
  });

  test.each(events)("%s", (event) => {
    const heard = agent.hear(setup.sample(event, SCENE), ENV);
    expect(heard).toMatchObject({ session: SCENE.session, cwd: CWD });
    expect(heard?.signals.map(({ is }) => is)).toEqual(hears[event]);
    for (const signal of heard?.signals ?? [])
      if (signal.is === "tool-finished" && !/fail/i.test(event)) expect(signal.ok).toBe(true);
  });

  test("what makes up a session", () => {
    const kinds = Object.values(hears).flat();
    expect(NEEDED.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });

  test("limits are milliseconds, and enough", () => {
    for (const event of events) {
      expect(setup.limits[event], event).toBeGreaterThanOrEqual(1_000);
      expect(setup.limits[event], event).toBeLessThanOrEqual(60_000);
    }
  });

  test.runIf(failed)("a tool call that failed", () => {
    const signals = agent.hear(failed?.(SCENE), ENV)?.signals;
    expect(signals).toEqual([expect.objectContaining({ is: "tool-finished", ok: false })]);
  });
}

function surviving({ agent, setup, hears }: Candidate): void {
  /** Whatever was said, what is made of it are events as they have to be. */
  function check(payload: unknown): void {
    const heard = agent.hear(payload, ENV);
    if (heard === undefined) return;
    expect(heard.session).toBeTypeOf("string");
    expect(heard.hook).toBeTypeOf("string");
    if (heard.cwd !== undefined) expect(heard.cwd).toBeTypeOf("string");
    for (const signal of heard.signals) {
      const drafts = capture(signal, (path) => projectPath(path, CWD, CWD), bounds);
      for (const draft of drafts) expect(() => checkDraft(draft)).not.toThrow();
    }
    agent.lastWords(heard, ENV);
  }

  test.each([undefined, null, "", "text", 3, [], {}, [[]], true])("%j instead of a payload", check);

  test("anything at all", () => {
    fc.assert(fc.property(fc.anything(), check), { numRuns: 300 });
  });

  const events = Object.keys(hears);
  test("payloads with wrong, missing, huge and odd fields", () => {
    const spoiled = fc
      .tuple(fc.constantFrom(...events), fc.array(fc.tuple(fc.nat(200), ODD), { minLength: 1, maxLength: 4 }))
      .map(([event, changes]) => {
        const payload: unknown = JSON.parse(JSON.stringify(setup.sample(event, SCENE)));
        return changes.reduce((value, [at, odd]) => spoil(value, at, odd), payload);
      });
    fc.assert(fc.property(spoiled, check), { numRuns: 1_000 });
  });
}

const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    -1,
    1e300,
    "",
    "\0",
    "../../etc/passwd",
    "__proto__",
    [],
    {},
  ),
  fc.constantFrom<unknown>("x".repeat(100_000), "é".repeat(5_000), ["a", 1, null], { text: { text: 1 } }),
  fc.constant(nested(2_000)),
  fc.anything(),
);

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { value };
  return value;
}

/** One of the values in a payload, by its number, is something else. */
function spoil(payload: unknown, at: number, odd: unknown): unknown {
  const places: { holder: { [key: string]: unknown }; key: string }[] = [];
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== "object" || value === null || depth > 6) return;
    const holder: { [key: string]: unknown } = Object.assign(value);
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      visit(holder[key], depth + 1);
    }
  };
  visit(payload, 0);
  const place = places[at % Math.max(1, places.length)];
  if (place !== undefined) place.holder[place.key] = odd;
  return payload;
}

function saying({ agent, setup, says, recall }: Candidate): void {
  const events = Object.keys(setup.limits);

  test("only where the agent listens", () => {
    const asking = events.filter((event) => agent.hear(setup.sample(event, SCENE), ENV)?.asks !== undefined);
    expect(asking.sort()).toEqual(Object.keys(says).sort());
  });

  test.each(Object.entries(says))("%s: strictly what it knows, whatever the text", (event, expected) => {
    const hook = agent.hear(setup.sample(event, SCENE), ENV)?.hook ?? "";
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(JSON.parse(agent.say(hook, text))).toEqual(expected(text));
      }),
      { numRuns: 50 },
    );
  });

  test.runIf(recall)("what memory answers, where a virtual file is read", () => {
    const heard = agent.hear(recall?.(SCENE), ENV);
    expect(heard?.recalls?.query).toBe("retry jitter");
    const answer = heard?.recalls?.handOver("/data/recall/0123456789abcdef.md", "what is known") ?? "";
    expect(JSON.parse(answer)).toBeTypeOf("object");
    expect(answer).toMatch(/\/data\/recall\/0123456789abcdef\.md|what is known/);
    const [signal] = heard?.signals ?? [];
    expect(signal).toMatchObject({
      is: "tool-started",
      use: { action: "search", target: "recall retry jitter" },
    });
  });
}
