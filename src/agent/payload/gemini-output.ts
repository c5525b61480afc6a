import { fieldsOf, listOf, textOf } from "./fields.js";

export interface ShellOutput {
  readonly text: string;
  /** Undefined where the command ended by itself and well. */
  readonly exit?: number;
  /** The person stopped it. */
  readonly interrupted?: true;
}

/** What a tool gave the model, as text. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? listOf(content) : [content];
  const texts = parts.flatMap((part) =>
    typeof part === "string" ? part : (textOf(fieldsOf(part)["text"]) ?? []),
  );
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/**
 * A command's report, as Gemini CLI and Qwen Code write it for the model: lines that name the command, its output, then
 * lines with the exit code and the like. Only the last lines are believed: a command can print anything.
 */
export function readShellOutput(report: string): ShellOutput {
  const lines = report.replace(/^<untrusted_context>\n|\n<\/untrusted_context>\s*$/g, "").split("\n");
  let exit = 0;
  for (let last = lines.at(-1); last !== undefined && TRAILER.test(last); last = lines.at(-1)) {
    const code = /^Exit Code: (\d{1,5})$/.exec(last)?.[1];
    if (code !== undefined) exit ||= Number(code);
    if (/^Signal: (?!\(none\))/.test(last)) exit = KILLED;
    lines.pop();
  }
  const first = lines.findIndex((line) => line.startsWith("Output: "));
  const told = first !== -1 && lines.slice(0, first).every((line) => LEADER.test(line));
  const body = told ? lines.slice(first).join("\n").slice("Output: ".length) : lines.join("\n");
  const stopped = /^Command was (automatically )?cancelled/.exec(body);
  const text = body === "(empty)" ? "" : body;
  if (stopped !== null) return { text, exit: KILLED, ...(stopped[1] ? {} : { interrupted: true }) };
  return exit === 0 ? { text } : { text, exit };
}

// As a shell says it of a command that was ended from outside.
const KILLED = 137;
const TRAILER = /^(?:Error: \(none\)$|(?:Exit Code|Signal|Background PIDs|Process Group PGID): )/;
const LEADER = /^(?:Command|Directory): /;
