import type { Signal, ToolUse } from "../../capture/signal.js";
import { type Fields, fieldsOf, numberOf, textOf } from "../payload/fields.js";
import { readRow } from "./rollout.js";
import { readToolUse } from "./tool.js";

export interface Outcome {
  readonly exit?: number;
  readonly ms?: number;
}

/** How a command ended: its hook does not say, but Codex has written it down before. */
export function outcomeOf(lines: readonly string[], call: string): Outcome {
  const item = completedItem(lines, call, "CommandExecution");
  if (item === undefined) return {};
  const { item: done, started_at_ms, completed_at_ms } = item;
  const exit = numberOf(fieldsOf(done)["exit_code"]);
  const [from, to] = [numberOf(started_at_ms), numberOf(completed_at_ms)];
  return {
    ...(exit === undefined ? {} : { exit }),
    ...(from === undefined || to === undefined || to < from ? {} : { ms: to - from }),
  };
}

/**
 * The end of the call before `call`, or of the last one, where no hook tells it: Codex is silent about patches that did
 * not fit and about those given to the shell. Told with the next hook of the session, so that no call looks cut off.
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
  // What ran as a command, or as a patch of its own, has told its end.
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

/** Only of these two it is known when they end in silence. */
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
    return undefined; // What a model writes need not be JSON.
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
