import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask } from "../../bench/continuity/measure.js";
import { PROJECT, Replay } from "../../bench/continuity/replay.js";
import type { Line } from "../../bench/continuity/stream.js";

const BUDGET = 700;

let replay: Replay;
let now: number;

beforeEach(() => {
  replay = new Replay();
  now = Date.now() - 24 * 3_600_000;
});
afterEach(() => replay.close());

/** One hook call or question, one minute after the one before. */
function line(session_id: string, fields: Partial<Line> & Record<string, unknown>): Line {
  now += 60_000;
  return { t: "event", session_id, cwd: "/tmp/tide", ts: new Date(now).toISOString(), ...fields };
}

interface Done {
  readonly files?: readonly string[];
  readonly reads?: readonly string[];
  readonly runs?: string;
  readonly branch?: string;
}

function turn(
  session: string,
  prompt: string,
  closing: string,
  { files, reads, runs, branch }: Done = {},
): void {
  const tell = (fields: Record<string, unknown>) =>
    replay.tell(line(session, { git_branch: branch, ...fields }));
  const used = (tool_name: string, tool_input: object) =>
    tell({ hook_event_name: "PostToolUse", tool_name, tool_input, tool_response: {} });
  tell({ hook_event_name: "UserPromptSubmit", prompt });
  for (const file of reads ?? []) used("Read", { file_path: `/tmp/tide/${file}` });
  for (const file of files ?? [])
    used("Edit", { file_path: `/tmp/tide/${file}`, old_string: "a", new_string: "b" });
  if (runs !== undefined) used("Bash", { command: runs });
  tell({ hook_event_name: "Stop", last_assistant_message: closing });
}

function told(minutes: number, over: Partial<Line> = {}): string {
  now += minutes * 60_000;
  return ask(replay, line("asking", over), BUDGET);
}

function titles(): string[] {
  return (
    replay
      .store()
      .threads(PROJECT)
      ?.ahead.map(({ title }) => title) ?? []
  );
}

describe("the thread that is told", () => {
  test("stays while somebody asks something in between", () => {
    turn("s1", "Why does the add test fail?", "The operator is wrong.", {
      files: ["src/add.js"],
      runs: "npm test",
    });
    turn("s2", "hello", "Hello! What can I do?");
    turn("s3", "What is the name of this package?", "It is called calc.", { reads: ["package.json"] });
    turn("s4", "what time is it in Tokyo?", "I cannot know.");
    expect(told(5)).toContain('Thread: "Why does the add test fail?"');
    expect(told(200)).not.toContain("Tokyo");
  });

  test("is that of the branch checked out", () => {
    turn("s1", "Log in with OAuth and PKCE", "PKCE is next.", {
      files: ["src/auth.ts"],
      branch: "feat/oauth",
    });
    turn("s2", "Quick thing: make the logger print timestamps", "Timestamps are ISO.", {
      files: ["src/logger.ts"],
      branch: "main",
    });
    expect(told(5, { git_branch: "main" })).toContain('Thread: "Make the logger print timestamps"');
    const text = told(5, { git_branch: "feat/oauth" });
    expect(text).toContain('Thread: "Log in with OAuth and PKCE"');
    expect(text).toContain('Other threads: "Make the logger print timestamps"');
  });

  test("ends where another topic is announced, though the file is the same", () => {
    turn("s1", "Limit the rate of requests per key", "README documents the limits.", {
      files: ["src/app.ts"],
    });
    turn(
      "s1",
      "now let's do something different. I want customers to get their invoices as PDF",
      "Started.",
      {
        files: ["src/app.ts", "src/invoice.ts"],
      },
    );
    expect(titles()).toEqual([
      "Limit the rate of requests per key",
      "I want customers to get their invoices as PDF",
    ]);
    expect(told(180)).not.toContain("Where it stands: README");
  });

  test("does not end with a remark", () => {
    turn("s1", "Add a login form with passkeys", "The form is there.", { files: ["src/login.ts"] });
    turn("s1", "I'm blocked by the missing certificate of the identity provider", "I wait.");
    expect(titles()).toEqual(["Add a login form with passkeys"]);
  });

  test.each([4, 20, 90])("has others beside it after %d minutes", (minutes) => {
    const subjects = ["invoices", "thumbnails", "passkeys", "backups", "webhooks", "tooltips", "payroll"];
    for (const [at, subject] of subjects.entries())
      turn(`s${at}`, `Rewrite the ${subject}`, "It works.", { files: [`src/${subject}.ts`] });
    expect(told(minutes)).toMatch(
      /Thread: "Rewrite the payroll"[\s\S]*Other threads: "Rewrite the tooltips"/,
    );
  });
});

describe("memory is suggested", () => {
  beforeEach(() => {
    turn(
      "s1",
      "Shrink the docker image of the page builder and list its layers",
      "The image is half as big.",
      {
        files: ["docker/page.dockerfile"],
      },
    );
    turn("s2", "Send the weekly docker report près de la fin du cours", "Sent.", {
      files: ["docker/report.ts"],
    });
  });

  test.each([
    ["update the page about the docker layers", "docker"],
    ["send me the list of files", undefined],
    ["près de la fin, que faire ?", undefined],
    ["implement dark mode", undefined],
  ])("for %j: %j", (prompt, topic) => {
    const known = /(?:knows about|connaît) .*recall\/([^"]*)"/.exec(told(5, { prompt }))?.[1];
    expect(known).toBe(topic);
  });
});
