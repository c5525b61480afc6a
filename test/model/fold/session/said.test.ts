import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft, TidemarkEvent } from "../../../../src/event/registry.js";
import { foldFootprint } from "../../../../src/model/fold/footprint/footprint.js";
import { MAX_SAID } from "../../../../src/model/fold/session/said-draft.js";
import { events } from "../../../event-arbitrary.js";

describe("what was said and used", () => {
  test.each<[string, string, Draft]>([
    ["a file that is opened", "file:src/a.ts", call({ action: "read", paths: ["src/a.ts"] })],
    ["a file that is changed", "file:src/a.ts", call({ action: "edit", paths: ["src/a.ts"] })],
    ["a file in a command", "file:src/a.ts", shell("sed -n 1,9p src/a.ts")],
    ["a file by its name alone, in a command", "file:src/a.ts", shell("cd src && cat a.ts")],
    ["a file named by the agent", "file:src/parse.ts", said("The fault is in parse.ts.")],
    ["a file named at the end of a turn", "file:src/parse.ts", ended("Changed `parse.ts`")],
    ["a file the person asks for", "file:src/parse.ts", prompt("look at parse.ts:40 again")],
    ["a command", "run:npm test", shell("npm test")],
    ["a command with more arguments", "run:npm test", shell("npm test -- retry")],
    ["a command after another", "run:npm test", shell("npm run build && npm test 2>&1 | tail")],
    ["a command that failed", "run:npm test", { ...shell("npm test", false) }],
    ["a name that is mentioned", "name:parseHeader", said("parseHeader returns too early")],
    ["a name that is changed", "name:parseHeader", call({ change: "+function parseHeader() {" })],
    ["a name that is searched for", "name:parseHeader", call({ action: "search", target: "parseHeader\\(" })],
  ])("%s is used", (_, item, use) => {
    expect(usedOf([tell(item), use])).toEqual([item]);
    expect(usedOf([use, tell(item)]), "what was before does not count").toEqual([]);
  });

  test.each<[string, string, Draft]>([
    ["another file", "file:src/a.ts", call({ action: "read", paths: ["src/b.ts"] })],
    ["a file of the same name elsewhere", "file:src/a.ts", call({ action: "read", paths: ["test/a.ts"] })],
    ["a longer name that ends like it", "file:src/a.ts", said("see data.ts and not-a.ts")],
    ["a longer ending", "file:src/a.ts", said("see a.tsx")],
    ["a longer command of another name", "run:npm run check", shell("npm run check:types")],
    ["a command that only names it", "run:npm test", shell('git commit -m "run npm test"')],
    ["a command in a message", "run:npm test", said("npm test passes")],
    ["a part of a name", "name:parseHeader", said("parseHeaders is another")],
    ["an empty name", "file:", said("anything at all")],
    ["a kind nobody knows", "thread:t1", said("t1")],
  ])("%s is not", (_, item, use) => {
    expect(usedOf([tell(item), use])).toEqual([]);
  });

  test("a name that several said files have needs the whole path", () => {
    const told = tell("file:src/index.ts", "file:test/index.ts", "file:src/a.ts");
    expect(usedOf([told, said("index.ts and a.ts are wrong")])).toEqual(["file:src/a.ts"]);
    expect(usedOf([told, said("test/index.ts is wrong")])).toEqual(["file:test/index.ts"]);
  });

  test("what is said again is used for the last time it was said", () => {
    const use = shell("npm test");
    const { said } = fold([tell("run:npm test"), use, tell("run:npm test"), tell("run:npm test"), use, use]);
    expect(said.map(({ used }) => used)).toEqual([[0], [], [0]]);
  });

  test("only the latest are kept, each injection whole", () => {
    const many = Array.from({ length: 50 }, (_, at) => `name:name_${at}`);
    const { said } = fold([tell("run:npm test", ...many), tell(...many), tell(...many), shell("npm test")]);
    expect(said.map(({ items, used }) => [items.length, used])).toEqual([
      [50, []],
      [50, []],
    ]);
    const [flood] = fold([tell(...Array.from({ length: 500 }, (_, at) => `name:name_${at}`))]).said;
    expect(flood?.items).toHaveLength(MAX_SAID);
    expect(fold([tell()]).said).toEqual([]);
  });

  test("told in portions is the same as told at once, and bounded", () => {
    fc.assert(
      fc.property(events, fc.nat(60), fc.nat(60), (list, one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const portions = [list.slice(0, from), list.slice(from, to), list.slice(to)];
        const whole = foldFootprint(undefined, list);
        const kept = portions.reduce(
          (before, portion) => JSON.parse(JSON.stringify(foldFootprint(before, portion))),
          foldFootprint(undefined, []),
        );
        expect(kept).toEqual(whole);
        const size = whole.said.reduce((sum, { items }) => sum + items.length, 0);
        expect(size).toBeLessThanOrEqual(MAX_SAID);
        for (const { items, used } of whole.said) {
          expect(new Set(used).size).toBe(used.length);
          for (const at of used) expect(items[at]).toBeDefined();
        }
      }),
      { numRuns: 300 },
    );
  });
});

function fold(drafts: readonly Draft[]) {
  return foldFootprint(
    undefined,
    drafts.map(
      (draft, at) =>
        ({
          id: `e${at}`,
          v: 1,
          at,
          clock: at,
          author: "a",
          project: "p",
          session: "s",
          agent: "claude",
          ...draft,
        }) as TidemarkEvent,
    ),
  );
}

function usedOf(drafts: readonly Draft[]): (string | undefined)[] {
  return fold(drafts).said.flatMap(({ items, used }) => used.map((at) => items[at]));
}

function tell(...items: string[]): Draft {
  return { type: "injection.made", data: { surface: "start", chars: 100, keys: ["choice"], items } };
}

function call(data: Partial<Extract<Draft, { type: "tool.finished" }>["data"]>): Draft {
  return { type: "tool.finished", data: { tool: "Any", action: "edit", ok: true, ...data } };
}

function shell(command: string, ok = true): Draft {
  return call({ action: "shell", command, ok });
}

function said(text: string): Draft {
  return { type: "message.said", data: { text } };
}

function ended(message: string): Draft {
  return { type: "turn.ended", data: { message } };
}

function prompt(text: string): Draft {
  return { type: "prompt.submitted", data: { text } };
}
