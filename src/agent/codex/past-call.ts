import { readAnswers } from "../payload/answer.js";
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../payload/fields.js";
import type { Signal, ToolUse } from "../signal.js";
import { readToolUse } from "./tool.js";

export interface PastCall {
  readonly id: string;
  readonly use: ToolUse;
  readonly input: Fields;
}

/** A call in a rollout, where tools have the model's names instead of those in hooks. */
export function readPastCall(payload: Fields): PastCall | undefined {
  const id = textOf(payload["call_id"]);
  const name = textOf(payload["name"]) ?? "local_shell";
  // This only polls the output of a running command.
  if (id === undefined || name === "write_stdin") return undefined;
  const space = textOf(payload["namespace"]);
  const input =
    payload["type"] === "custom_tool_call"
      ? { command: payload["input"] }
      : payload["type"] === "local_shell_call"
        ? fieldsOf(payload["action"])
        : argumentsIn(payload["arguments"]);
  const shown = SHELLS.has(name)
    ? { tool_name: "Bash", tool_input: { command: commandIn(input) } }
    : { tool_name: space === undefined ? name : `${space}__${name}`, tool_input: input };
  return { id, use: readToolUse({ ...shown, tool_use_id: id }), input };
}

/** The end of a call, from the output given to the model. */
export function readPastEnd(
  { use: call, input }: PastCall,
  output: unknown,
): Extract<Signal, { is: "tool-finished" }> {
  const { text, exit, isFailed } = readOutput(output);
  const use = { ...call, answers: readAnswers(call.tool, input, text) };
  const ok = !isFailed && (exit ?? 0) === 0;
  const shown = !ok && use.action === "shell" && exit !== undefined ? `Exit code ${exit}\n${text}` : text;
  return { is: "tool-finished", use, ok, ...(shown === "" ? {} : { output: shown }) };
}

const SHELLS = new Set(["exec_command", "shell", "shell_command", "local_shell", "container.exec"]);

/** A command line or its words; of `bash -lc …` only the script. */
function commandIn(input: Fields): string | undefined {
  const command = input["cmd"] ?? input["command"];
  if (typeof command === "string") return command;
  const words = listOf(command).flatMap((word) => textOf(word) ?? []);
  const isShell =
    /(?:^|[\\/])(?:ba|z|da)?sh(?:\.exe)?$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "");
  return textOf(isShell ? words.slice(2).join(" ") : words.join(" "));
}

function argumentsIn(text: unknown): Fields {
  try {
    return fieldsOf(JSON.parse(textOf(text) ?? "{}"));
  } catch {
    return {}; // Models may write invalid JSON.
  }
}

interface Output {
  readonly text: string;
  readonly exit?: number;
  readonly isFailed: boolean;
}

function readOutput(output: unknown): Output {
  const whole = typeof output === "string" ? output : contentOf(output);
  const [, lines = "", text] = REPORT.exec(whole) ?? [];
  if (text !== undefined) {
    const code = /^(?:Exit code:|Process exited with code) (\d{1,5})$/m.exec(lines)?.[1];
    return { text, exit: code === undefined ? undefined : Number(code), isFailed: false };
  }
  if (whole.startsWith('{"output":')) {
    // Earlier versions returned JSON.
    const fields = argumentsIn(whole);
    const exit = numberOf(fieldsOf(fields["metadata"])["exit_code"]);
    return { text: textOf(fields["output"]) ?? "", exit, isFailed: false };
  }
  const isFailed =
    fieldsOf(output)["success"] === false ||
    /^(?:unsupported call|failed |apply_patch verification failed|execution error|(?:exec command|patch) rejected by user)/i.test(
      whole,
    );
  return { text: whole, isFailed };
}

// A few header lines, then the output.
const REPORT =
  /^((?:(?:Chunk ID|Wall time|Exit code|Process exited with code|Process running with session ID|Original token count)\b[^\n]*\n)+)Output:\n([\s\S]*)$/;

function contentOf(output: unknown): string {
  const { content } = fieldsOf(output);
  if (typeof content === "string") return content;
  return listOf(Array.isArray(output) ? output : content)
    .map((part) => textOf(fieldsOf(part)["text"]) ?? "")
    .join("\n");
}
