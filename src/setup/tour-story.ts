/** One hook call of the story: the payload of Claude Code, and the line that is shown. */
export interface Beat {
  readonly hook: string;
  readonly session: string;
  readonly shown?: string;
  readonly fields: { readonly [name: string]: unknown };
}

const UPLOAD = "src/upload/retry.ts";
const TEST = "test/upload/retry.test.ts";

/** The file that the migration leaves half written. */
export const SCHEMA = "db/schema.sql";

export const STORY_FILES = [UPLOAD, TEST, SCHEMA] as const;

/** The work is planned, and half of it is done. */
export const FIRST: readonly Beat[] = [
  start("morning", "startup"),
  prompt(
    "morning",
    "Uploads fail on flaky networks. Add retry with jitter: three tries, then give up with a clear error. Let's use full jitter instead of a fixed delay, because all clients come back at once.",
  ),
  tool("morning", "TodoWrite", {
    todos: [
      { content: "Retry with jitter in uploadFile", status: "in_progress" },
      { content: "Test that the third failure gives up", status: "pending" },
      { content: "Document the limits in README", status: "pending" },
    ],
  }),
  tool(
    "morning",
    "Edit",
    {
      file_path: UPLOAD,
      old_string: "return send(file);",
      new_string:
        "export function withRetry(send: Send, tries = 3) {\n  const wait = jitter(tries);\n  return attempt(send, tries, wait);\n}",
    },
    "edits src/upload/retry.ts",
  ),
  tool(
    "morning",
    "Write",
    {
      file_path: TEST,
      content: 'test("gives up after three tries", () => {\n  expect(tries).toBe(3);\n});\n',
    },
    "writes test/upload/retry.test.ts",
  ),
  failure(
    "morning",
    "npm test -- retry",
    "Exit code 1\n FAIL  test/upload/retry.test.ts > gives up after three tries\nAssertionError: expected 4 to be 3",
  ),
  tool("morning", "TodoWrite", {
    todos: [
      { content: "Retry with jitter in uploadFile", status: "completed" },
      { content: "Test that the third failure gives up", status: "in_progress" },
      { content: "Document the limits in README", status: "pending" },
    ],
  }),
  stop("morning", "withRetry is in place. The test still counts one try too many: the loop starts at zero."),
  { hook: "SessionEnd", session: "morning", fields: { reason: "prompt_input_exit" } },
];

/** The next session continues, is compacted, and dies inside a command. */
export const SECOND: readonly Beat[] = [
  prompt("noon", "Fix the off-by-one, then run the migration for the new uploads table."),
  tool(
    "noon",
    "Edit",
    { file_path: UPLOAD, old_string: "n <= tries", new_string: "n < tries" },
    "edits src/upload/retry.ts",
  ),
  tool("noon", "Bash", { command: "npm test -- retry" }, "runs npm test -- retry: passes", {
    stdout: "Tests  6 passed (6)",
    stderr: "",
  }),
];

export const CRASH: readonly Beat[] = [
  {
    hook: "PreToolUse",
    session: "noon",
    shown: "starts npm run migrate > db/schema.sql, and the machine goes down",
    fields: {
      tool_name: "Bash",
      tool_input: { command: `npm run migrate > ${SCHEMA}` },
      tool_use_id: "call-migrate",
    },
  },
];

export function start(session: string, source: string): Beat {
  return { hook: "SessionStart", session, fields: { source } };
}

function prompt(session: string, text: string): Beat {
  return { hook: "UserPromptSubmit", session, shown: `you: ${text}`, fields: { prompt: text } };
}

function tool(session: string, name: string, input: object, shown?: string, response: unknown = "ok"): Beat {
  const fields = { tool_name: name, tool_input: input, tool_response: response, tool_use_id: `call-${name}` };
  return {
    hook: "PostToolUse",
    session,
    fields,
    shown: shown === undefined ? undefined : `agent ${shown}`,
  };
}

function failure(session: string, command: string, error: string): Beat {
  return {
    hook: "PostToolUseFailure",
    session,
    shown: `agent runs ${command}: fails`,
    fields: { tool_name: "Bash", tool_input: { command }, error, tool_use_id: "call-fail" },
  };
}

function stop(session: string, message: string): Beat {
  return { hook: "Stop", session, fields: { last_assistant_message: message } };
}
