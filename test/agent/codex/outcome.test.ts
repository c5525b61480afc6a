import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outcomeOf, silentEnd } from "../../../src/agent/codex/hooks.js";

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../fixture/codex", name), "utf8")
    .trim()
    .split("\n");

/** Newer models call their tools from scripts, which Codex runs as a call of its own. */
describe("calls inside a script", () => {
  const lines = read("code-mode.jsonl");
  const call = (n: number) => `exec-00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

  test("end as others do", () => {
    expect(outcomeOf(lines, call(1))).toEqual({ exit: 3, ms: expect.any(Number) });
    expect(outcomeOf(lines, call(3))).toMatchObject({ exit: 1 });
    expect(outcomeOf(lines, call(9))).toEqual({});
  });

  test("the script itself is no call of ours, begun or ended", () => {
    for (let upTo = 0; upTo <= lines.length; upTo++)
      for (const next of [undefined, call(1), call(9)])
        expect(silentEnd(lines.slice(0, upTo), next)).toBeUndefined();
  });
});

describe("a record that is cut or damaged", () => {
  const lines = read("rollout.jsonl");

  test("anywhere, says less and nothing else", () => {
    for (let from = 0; from < lines.length; from++) {
      const cut = [(lines[from] ?? "").slice(40), ...lines.slice(from + 1)];
      const end = silentEnd(cut, "call_7_0");
      if (end !== undefined) expect(end).toMatchObject({ use: { call: "call_6_0" }, ok: true });
      expect([{}, expect.objectContaining({ exit: 6 })]).toContainEqual(outcomeOf(cut, "call_7_0"));
    }
  });

  test("whose rows are of other shapes", () => {
    const odd = [
      '{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{","call_id":"a"}}',
      '{"type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":["no text"]}}',
      '{"payload":{"item":{"type":"CommandExecution","id":"a","exit_code":"1"},"completed_at_ms":-1}}',
    ];
    expect(silentEnd(odd)).toMatchObject({ ok: false, use: { tool: "Bash" } });
    expect(outcomeOf(odd, "a")).toEqual({});
    expect(outcomeOf(odd, '"')).toEqual({});
  });
});
