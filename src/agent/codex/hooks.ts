import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../payload/fields.js";
import { compactionFinished, readSession, readSubagent } from "../payload/hear.js";
import type { Wire } from "../payload/wire.js";
import type { Signal, ToolUse } from "../signal.js";
import { compactionSummary, readRow, type Tail } from "./rollout.js";
import { readToolUse } from "./tool.js";

/** The hooks Codex runs for us, with their timeouts in seconds. Codex limits the last two to 3. */
export const HOOKS = {
  SessionStart: 5,
  UserPromptSubmit: 5,
  PreToolUse: 5,
  PostToolUse: 5,
  PreCompact: 5,
  PostCompact: 5,
  SubagentStart: 5,
  SubagentStop: 5,
  Stop: 5,
  Interrupt: 3,
  SessionEnd: 3,
} as const;

/** Ignores unknown payloads. `record` reads the end of Codex's rollout. */
export function readSignals(wire: Wire, record: Tail): Signal[] {
  switch (wire.hook_event_name) {
    case "UserPromptSubmit": {
      const text = textOf(wire.prompt);
      return text === undefined || isSubagents(wire) ? [] : [{ is: "prompt", text }];
    }
    case "PreToolUse": {
      const use = readToolUse(wire);
      return [...endedBefore(record("short"), use), { is: "tool-started", use }];
    }
    case "PostToolUse":
      return [readToolEnd(wire, record)];
    case "Stop":
      return [...endedBefore(record("short")), ...readSession(wire)];
    case "Interrupt":
      // The user stopped it: all running calls are over, and nothing crashed.
      return [{ is: "turn-ended", message: "", interrupted: true }];
    case "PreCompact":
      return isSubagents(wire) ? [] : readSession(wire);
    case "PostCompact":
      return isSubagents(wire) ? [] : [compactionFinished(wire, compactionSummary(record()))];
    case "SubagentStart":
    case "SubagentStop":
      return readSubagent(wire, textOf(wire.agent_type) ?? "default");
    default:
      return readSession(wire);
  }
}

/** A subagent's hooks carry the session of its parent, but its prompts are not the user's. */
function isSubagents(wire: Wire): boolean {
  return textOf(wire.agent_id) !== undefined;
}

function endedBefore(record: readonly string[], { call, agentId }: Partial<ToolUse> = {}): Signal[] {
  const end = silentEnd(record, call);
  if (end === undefined) return [];
  return [agentId === undefined ? end : { ...end, use: { ...end.use, agentId } }];
}

function readToolEnd(wire: Wire, record: Tail): Signal {
  const use = readToolUse(wire);
  const output = outputText(wire.tool_response);
  const isCommand = use.action === "shell" && use.call !== undefined;
  const { exit = exitIn(use.tool, output), ms } = isCommand ? outcomeIn(record, use.call) : {};
  const ok = (exit ?? 0) === 0 && fieldsOf(wire.tool_response)["isError"] !== true;
  // Start a failure with its exit code, as for other agents.
  const text = isCommand && !ok ? `Exit code ${exit}\n${output ?? ""}` : output;
  return { is: "tool-finished", use, ok, ms, output: text };
}

function outcomeIn(record: Tail, call: string): Outcome {
  const found = outcomeOf(record("short"), call);
  return found.exit === undefined ? outcomeOf(record(), call) : found;
}

function exitIn(tool: string, output: string | undefined): number | undefined {
  const code = tool === "apply_patch" ? /^Exit code: (\d{1,5})\b/.exec(output ?? "")?.[1] : undefined;
  return code === undefined ? undefined : Number(code);
}

function outputText(response: unknown): string | undefined {
  if (typeof response === "string") return response;
  const parts = Array.isArray(response) ? response : listOf(fieldsOf(response)["content"]);
  const texts = parts.map((part) => textOf(fieldsOf(part)["text"])).filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

interface Outcome {
  readonly exit?: number;
  readonly ms?: number;
}

/** The outcome of a command. Its hook does not have it, but the rollout does. */
export function outcomeOf(lines: readonly string[], call: string): Outcome {
  const item = completedItem(lines, call, "CommandExecution");
  if (item === undefined) return {};
  const { item: done, started_at_ms, completed_at_ms } = item;
  const exit = numberOf(fieldsOf(done)["exit_code"]);
  const [from, to] = [numberOf(started_at_ms), numberOf(completed_at_ms)];
  return { exit, ...(from === undefined || to === undefined || to < from ? {} : { ms: to - from }) };
}

/**
 * The end of the call before `call`, or of the last call, if it has no hook: Codex runs none for patches that do not
 * apply or that go through the shell. Reported with the next hook, so that no call looks cut off.
 */
export function silentEnd(
  lines: readonly string[],
  call?: string,
): Extract<Signal, { is: "tool-finished" }> | undefined {
  const here =
    call === undefined
      ? -1
      : lines.findLastIndex((line) => isCall(line) && line.includes(`"call_id":"${call}"`));
  const before = here === -1 ? lines : lines.slice(0, here);
  for (let at = before.length - 1; at >= 0; at--) {
    const line = before[at] ?? "";
    if (line.includes('"type":"task_started"')) return undefined;
    if (!isCall(line)) continue;
    const { payload } = readRow(line);
    const id = textOf(payload["call_id"]);
    if (id === undefined) return undefined;
    const output = outputOf(before.slice(at + 1), id);
    // These had no hook at their start either.
    if (payload["name"] === "write_stdin" || output?.startsWith("unsupported call")) continue;
    return output === undefined ? undefined : endOf(payload, id, output, before.slice(at + 1));
  }
  return undefined;
}

function endOf(
  payload: Fields,
  call: string,
  output: string,
  after: readonly string[],
): Extract<Signal, { is: "tool-finished" }> | undefined {
  // A command or a patch of its own has a hook at its end.
  if (/^(?:Chunk ID|Exit code):/.test(output)) return undefined;
  const use = useOf(payload, call);
  if (use === undefined) return undefined;
  const done = completedItem(after, call, "FileChange");
  if (done === undefined) return { is: "tool-finished", use, ok: false, output };
  const item = fieldsOf(done["item"]);
  const ok = item["status"] === "completed";
  const files = Object.keys(fieldsOf(item["changes"]));
  return { is: "tool-finished", use: { ...use, ...(files.length > 0 ? { paths: files } : {}) }, ok, output };
}

/** Only these two can end without a hook. */
function useOf(payload: Fields, call: string): ToolUse | undefined {
  const name = payload["name"];
  if (name === "apply_patch")
    return readToolUse({ tool_name: name, tool_input: { command: payload["input"] }, tool_use_id: call });
  if (name !== "exec_command") return undefined;
  return readToolUse({
    tool_name: "Bash",
    tool_input: { command: commandIn(payload["arguments"]) },
    tool_use_id: call,
  });
}

function commandIn(args: unknown): unknown {
  try {
    return fieldsOf(JSON.parse(textOf(args) ?? ""))["cmd"];
  } catch {
    return undefined; // Models may write invalid JSON.
  }
}

function isCall(line: string): boolean {
  return line.includes('"type":"function_call",') || line.includes('"type":"custom_tool_call",');
}

function outputOf(lines: readonly string[], call: string): string | undefined {
  const line = lines.find((text) => text.includes(`_call_output",`) && text.includes(`"call_id":"${call}"`));
  return line === undefined ? undefined : (textOf(readRow(line).payload["output"]) ?? "");
}

function completedItem(lines: readonly string[], call: string, kind: string): Fields | undefined {
  const line = lines.findLast((text) => text.includes(`"item":{"type":"${kind}","id":"${call}"`));
  if (line === undefined) return undefined;
  const { payload } = readRow(line);
  return fieldsOf(payload["item"])["id"] === call ? payload : undefined;
}
