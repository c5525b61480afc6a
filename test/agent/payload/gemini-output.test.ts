import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentText, readShellOutput } from "../../../src/agent/payload/gemini-tool.js";

const gemini = (body: string) =>
  `<untrusted_context>\nOutput: ${body}\nProcess Group PGID: 4242\n</untrusted_context>`;
const qwen = (output: string, exit: number, signal = "(none)") =>
  `Command: make\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${exit}\nSignal: ${signal}\nProcess Group PGID: (none)`;

describe("a command's report", () => {
  test.each([
    [gemini("1"), { text: "1" }],
    [gemini("(empty)"), { text: "" }],
    [gemini("one\ntwo"), { text: "one\ntwo" }],
    [gemini("no pier\nExit Code: 3"), { text: "no pier", exit: 3 }],
    [qwen("1 passed", 0), { text: "1 passed" }],
    [qwen("1 failed\nError: no pier", 2), { text: "1 failed\nError: no pier", exit: 2 }],
    [qwen("", 0, "SIGTERM"), { text: "", exit: 137 }],
    ["Command was cancelled by user before it could complete.", { exit: 137, interrupted: true }],
    [
      "<untrusted_context>\nCommand was cancelled by user before it could complete. There was no output before it was cancelled.\n</untrusted_context>",
      { exit: 137, interrupted: true },
    ],
    ["Command was automatically cancelled because it exceeded the timeout", { exit: 137 }],
    ["Something else entirely", { text: "Something else entirely" }],
    ["", { text: "" }],
  ])("%j", (report, expected) => {
    const read = readShellOutput(report);
    expect(read).toMatchObject(expected);
    expect(read.interrupted ?? false).toBe("interrupted" in expected);
  });

  test("gives back what the command printed, whatever that is", () => {
    const printed = fc.array(
      fc.string().filter((line) => !/[\r\n]/.test(line) && line !== "(empty)"),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(printed, fc.integer({ min: 1, max: 255 }), (lines, exit) => {
        const text = lines.join("\n");
        expect(readShellOutput(qwen(text, exit))).toEqual({ text, exit });
        expect(readShellOutput(gemini(`${text}\nExit Code: ${exit}`))).toEqual({ text, exit });
      }),
    );
  });

  test("is not mistaken where a command prints what looks like one", () => {
    expect(readShellOutput(gemini("Exit Code: 3 was expected\nfine")).exit).toBeUndefined();
    expect(readShellOutput("a\nOutput: b")).toEqual({ text: "a\nOutput: b" });
  });
});

test("what a tool gave is its text, in parts or whole", () => {
  expect(contentText("all")).toBe("all");
  expect(contentText([{ text: "a" }, "b", { inlineData: {} }, null])).toBe("a\nb");
  expect(contentText({ text: "one" })).toBe("one");
  for (const odd of [undefined, null, 3, {}, [], [{}]]) expect(contentText(odd)).toBeUndefined();
});
