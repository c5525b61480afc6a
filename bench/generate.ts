import type { Wire } from "../src/agent/payload/wire.js";
import type { Dice } from "./dice.js";
import * as text from "./text.js";

/** Where an imagined session works. */
export interface Site {
  readonly root: string;
  readonly language: "en" | "fr";
}

type Fields = Omit<Wire, "hook_event_name" | "session_id" | "cwd">;

/** A session as Claude Code would report it to its hooks, call by call. */
export function* sessionCalls(dice: Dice, session: string, place: Site): Generator<Wire> {
  const call = (hook: string, fields: Fields): Wire => ({
    session_id: session,
    transcript_path: `${place.root}/.transcript.jsonl`,
    cwd: place.root,
    hook_event_name: hook,
    ...fields,
  });
  yield call("SessionStart", { source: dice.pick(["startup", "startup", "startup", "resume", "clear"]) });
  const turns = dice.between(1, 7);
  for (let turn = 0; turn < turns; turn++) {
    yield call("UserPromptSubmit", { prompt: text.prompt(dice, place.language) });
    yield* work(dice, place.root, call);
    if (dice.chance(0.04)) {
      yield call("PreCompact", { trigger: "auto", custom_instructions: null });
      yield call("SessionStart", { source: "compact" });
      yield call("PostCompact", { trigger: "auto", compact_summary: summary(dice) });
    }
    // One turn in twenty is interrupted: then nobody says that it is over.
    if (dice.chance(0.95)) yield call("Stop", { last_assistant_message: text.closing(dice) });
  }
  if (dice.chance(0.85)) yield call("SessionEnd", { reason: "prompt_input_exit" });
}

type MakeCall = (hook: string, fields: Fields) => Wire;

function* work(dice: Dice, root: string, call: MakeCall): Generator<Wire> {
  const todos = Array.from({ length: dice.between(2, 6) }, () => text.task(dice));
  const steps = dice.between(2, 14);
  for (let step = 0; step < steps; step++) {
    const use = dice.chance(0.03) ? undefined : nextUse(dice, root, todos, step / steps);
    if (use === undefined) {
      yield* subagent(dice, call);
      continue;
    }
    const { response, error, ...fields } = use;
    const id = `toolu_${dice.letters(24)}`;
    yield call("PreToolUse", { ...fields, tool_use_id: id });
    const end = { ...fields, tool_use_id: id, duration_ms: dice.between(3, 9_000) };
    yield error === undefined
      ? call("PostToolUse", { ...end, tool_response: response })
      : call("PostToolUseFailure", { ...end, error, is_interrupt: false });
  }
}

function* subagent(dice: Dice, call: MakeCall): Generator<Wire> {
  const id = { agent_id: dice.hex(8), agent_type: dice.pick(["Explore", "general-purpose"]) };
  yield call("SubagentStart", id);
  yield call("SubagentStop", { ...id, last_assistant_message: text.closing(dice) });
}

interface Use {
  readonly tool_name: string;
  readonly tool_input: object;
  readonly response?: unknown;
  readonly error?: string;
}

function nextUse(dice: Dice, root: string, todos: readonly string[], progress: number): Use {
  const path = `${root}/${text.file(dice)}`;
  const kind = dice.next();
  if (kind < 0.22) return readUse(dice, path);
  if (kind < 0.3) {
    const response = { mode: "files_with_matches", filenames: [path], numFiles: 1 };
    return { tool_name: "Grep", tool_input: { pattern: text.pattern(dice), path: root }, response };
  }
  if (kind < 0.55) return editUse(dice, path);
  if (kind < 0.6) {
    const content = text.code(dice, dice.between(8, 40)).join("\n");
    return { tool_name: "Write", tool_input: { file_path: path, content }, response: { type: "create" } };
  }
  if (kind < 0.67) return planUse(todos, progress);
  if (kind < 0.8) {
    const tool_input = { command: text.testCommand(dice), description: "Run the tests" };
    if (dice.chance(0.4)) {
      return { tool_name: "Bash", tool_input, error: `Exit code 1\n${text.testFailure(dice)}` };
    }
    return { tool_name: "Bash", tool_input, response: printed(` Tests  ${dice.between(3, 300)} passed`) };
  }
  const tool_input = { command: text.command(dice), description: text.task(dice) };
  return { tool_name: "Bash", tool_input, response: printed(text.output(dice)) };
}

function readUse(dice: Dice, path: string): Use {
  const content = text.code(dice, 6).join("\n");
  const response = { type: "text", file: { filePath: path, content, numLines: 6, totalLines: 6 } };
  return { tool_name: "Read", tool_input: { file_path: path }, response };
}

/** An edit with the patch that Claude Code reports for it. */
function editUse(dice: Dice, path: string): Use {
  const before = text.code(dice, dice.between(1, 6));
  const after = text.code(dice, dice.between(1, 10));
  const lines = [" {", ...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`), " }"];
  return {
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: before.join("\n"), new_string: after.join("\n") },
    response: { filePath: path, structuredPatch: [{ oldStart: 12, newStart: 12, lines }] },
  };
}

function planUse(todos: readonly string[], progress: number): Use {
  const done = Math.floor(progress * todos.length);
  const list = todos.map((content, n) => ({
    content,
    status: n < done ? "completed" : n === done ? "in_progress" : "pending",
  }));
  return { tool_name: "TodoWrite", tool_input: { todos: list }, response: { newTodos: list } };
}

function printed(stdout: string): object {
  return { stdout, stderr: "", interrupted: false, isImage: false };
}

function summary(dice: Dice): string {
  return Array.from({ length: 12 }, () => text.closing(dice)).join("\n\n");
}
