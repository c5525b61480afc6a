import { describe, expect, test } from "vitest";
import { claude } from "../../../src/agent/claude/agent.js";
import { catOf, printedFile, readQuestion } from "../../../src/agent/payload/recall.js";
import { runsWild } from "../../growth.js";

function hear(hook: string, tool: string, input: object, more: object = {}) {
  const payload = {
    hook_event_name: hook,
    session_id: "s",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_1",
    ...more,
  };
  return claude.hear(payload, {});
}

const readQuery = (file_path: string) => hear("PreToolUse", "Read", { file_path })?.recalls?.query;
const catQuery = (command: string) => hear("PreToolUse", "Bash", { command })?.recalls?.query;

describe("a question to memory", () => {
  test.each([
    [".ai/recall/retry", "retry"],
    ["/work/photo box/.ai/recall/upload retry", "upload retry"],
    ["C:\\work\\.ai\\recall\\upload", "upload"],
    [".ai/recall/src/upload.ts", "src/upload.ts"],
    [".ai/recall/upload%20retry", "upload retry"],
    [".ai/recall/100%", "100%"],
    [".ai/recall/../../etc/passwd", "../../etc/passwd"],
    [".ai/recall/", ""],
  ])("is reading %j", (path, query) => {
    expect(readQuery(path)).toBe(query);
  });

  test.each(["src/recall.ts", "x.ai/recall/y", ".ai/recall", ".ai/recalls/y", "docs/.ai/recall", ""])(
    "is not reading %j",
    (path) => {
      expect(readQuery(path)).toBeUndefined();
    },
  );

  test.each([
    ["cat .ai/recall/retry", "retry"],
    ["  cat  -- .ai/recall/retry \n", "retry"],
    ["cat '.ai/recall/upload retry'", "upload retry"],
    ['cat "/work/app/.ai/recall/upload retry"', "upload retry"],
    ["cat .ai/recall/upload\\ retry", "upload retry"],
    ["cat .ai/recall/'upload retry'", "upload retry"],
    ["cat ~/app/.ai/recall/retry", "retry"],
    ["cat '.ai/recall/$(rm -rf x); y'", "$(rm -rf x); y"],
    ["cat -n .ai/recall/retry", "retry"],
    ["cat .ai/recall/retry 2>/dev/null", "retry"],
    ["cat '.ai/recall/upload retry' | head -20", "upload retry"],
    ["head -n 20 .ai/recall/retry", "retry"],
    ["less .ai/recall/retry", "retry"],
    ["cd /work/app && cat .ai/recall/retry", "retry"],
  ])("is running %j", (command, query) => {
    expect(catQuery(command)).toBe(query);
  });

  test.each([
    "cat .ai/recall/a; rm -rf x",
    "cat .ai/recall/a && ls",
    "cat .ai/recall/a | sh",
    "cat .ai/recall/a > x",
    "cat .ai/recall/a notes.txt",
    "cat notes.txt .ai/recall/a",
    "cat\n.ai/recall/a",
    "cat .ai/recall/a\nrm x",
    "cat .ai/recall/$(id)",
    'cat ".ai/recall/$HOME"',
    'cat ".ai/recall/`id`"',
    "cat .ai/recall/*",
    "cat .ai/recall/{a,b}",
    "cat .ai/recall/a &",
    "cat '.ai/recall/a",
    "cat .ai/recall/a | head | sh",
    "cat .ai/recall/a | head; rm x",
    "cd app; cat .ai/recall/a",
    "cd $(id) && cat .ai/recall/a",
    "X=1 cat .ai/recall/a",
    "sudo cat .ai/recall/a",
    "tac .ai/recall/a",
    "echo cat .ai/recall/a",
  ])("is not running %j", (command) => {
    const heard = hear("PreToolUse", "Bash", { command });
    expect(heard?.recalls).toBeUndefined();
    expect(heard?.signals).toMatchObject([{ use: { command } }]);
  });

  test("is none of other tools and other hooks", () => {
    expect(hear("PreToolUse", "Write", { file_path: ".ai/recall/x" })?.recalls).toBeUndefined();
    expect(hear("PreToolUse", "Grep", { path: ".ai/recall/x" })?.recalls).toBeUndefined();
    expect(hear("PostToolUse", "Read", { file_path: ".ai/recall/x" })?.recalls).toBeUndefined();
  });

  test("takes its time from the length of the command alone", () => {
    for (const part of ["a", "'a'", "\\ ", '"', "' "]) {
      const isWild = runsWild(100_000, (size) => catQuery(`cat .ai/recall/${part.repeat(size)};`));
      expect(isWild, part).toBe(false);
    }
  });
});

describe("the answer to it", () => {
  const answer = (tool: string, input: object, file = "/home/a b/it's/recall/x.md") =>
    JSON.parse(hear("PreToolUse", tool, input)?.recalls?.handOver(file, "") ?? "").hookSpecificOutput;

  test("lets Claude read another file, and allows nothing else", () => {
    const input = { file_path: ".ai/recall/x", limit: 20, pages: "1" };
    expect(answer("Read", input)).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { file_path: "/home/a b/it's/recall/x.md", limit: 20 },
    });
  });

  test("prints another file, whatever its folder is called", () => {
    const input = { command: "cat .ai/recall/x", description: "Look", dangerouslyDisableSandbox: true };
    expect(answer("Bash", input).updatedInput).toEqual({
      command: "cat '/home/a b/it'\\''s/recall/x.md'",
      description: "Look",
    });
  });
});

describe("what is recorded of it", () => {
  const use = (hook: string, tool: string, input: object, more: object = {}) =>
    hear(hook, tool, input, more)?.signals[0];

  test("is a search for the words", () => {
    const expected = { is: "tool-started", use: { action: "search", target: "recall upload retry" } };
    for (const [tool, input] of [
      ["Read", { file_path: "/app/.ai/recall/upload retry" }],
      ["Bash", { command: "cat '.ai/recall/upload retry'" }],
    ] as const) {
      const signal = use("PreToolUse", tool, input);
      expect(signal).toMatchObject(expected);
      expect(signal).not.toHaveProperty("use.paths");
      expect(signal).not.toHaveProperty("use.command");
    }
  });

  test("is not the file it was handed over in", () => {
    const file = "/home/a/data/recall/0123456789abcdef.md";
    for (const [tool, input] of [
      ["Read", { file_path: file }],
      ["Bash", { command: `cat '${file}'` }],
    ] as const) {
      const signal = use("PostToolUse", tool, input, { tool_response: { stdout: "memory" } });
      expect(signal).toMatchObject({ is: "tool-finished", ok: true, use: { action: "search" } });
      expect(JSON.stringify(signal)).not.toContain(file);
    }
  });

  test("is nothing new for other calls", () => {
    expect(use("PreToolUse", "Read", { file_path: "/app/src/recall.ts" })).toMatchObject({
      use: { action: "read", paths: ["/app/src/recall.ts"] },
    });
  });
});

describe("the readers of an agent", () => {
  const READERS = { shell: "sh", reader: "open", paths: ["file", "path"] };

  test("are its own tool, by any of its arguments, and its shell", () => {
    const path = ".ai/recall/retry";
    expect(readQuestion("open", { path }, READERS)).toMatchObject({ query: "retry", isCat: false });
    expect(readQuestion("sh", { command: `cat ${path}` }, READERS)).toMatchObject({
      query: "retry",
      isCat: true,
    });
    expect(readQuestion("write", { path }, READERS)).toBeUndefined();
    expect(readQuestion(undefined, { path }, { shell: "sh" })).toBeUndefined();
  });

  test("print the very file, whatever its name", () => {
    expect(catOf("/home/o'neil/recall/a b.md")).toBe("cat '/home/o'\\''neil/recall/a b.md'");
    expect(printedFile(catOf("/home/ada/recall/a b.md"))).toBe("/home/ada/recall/a b.md");
  });
});
