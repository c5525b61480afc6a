import { fieldsOf, isFields, textOf } from "../payload/fields.js";
import { contentText, readShellOutput, readToolUse } from "../payload/gemini-tool.js";
import { readSession } from "../payload/hear.js";
import type { Wire } from "../payload/wire.js";
import type { Signal } from "../signal.js";

/** Ignores unknown payloads. */
export function readSignals(wire: Wire): Signal[] {
  switch (wire.hook_event_name) {
    case "BeforeAgent": {
      const text = readPrompt(wire);
      return text === undefined ? [] : [{ is: "prompt", text }];
    }
    case "BeforeTool":
      return [{ is: "tool-started", use: readToolUse(wire) }];
    case "AfterTool":
      return [readToolEnd(wire)];
    case "AfterAgent":
      return [{ is: "turn-ended", message: textOf(wire.prompt_response) ?? "" }];
    default:
      return readSession(wire);
  }
}

/** The prompt without the context that hooks add before it and the files that `@` adds after it. */
export function readPrompt(wire: Wire): string | undefined {
  const text = textOf(wire.prompt);
  if (text === undefined) return undefined;
  const typed = text.replace(CONTEXT, "");
  const files = typed.indexOf(REFERENCED);
  return textOf((files === -1 ? typed : typed.slice(0, files)).trim());
}

const CONTEXT = /^\s*<hook_context>[\s\S]*?<\/hook_context>\s*/;
const REFERENCED = "\n--- Content from referenced files ---";

function readToolEnd(wire: Wire): Signal {
  const use = readToolUse(wire);
  const response = fieldsOf(wire.tool_response);
  const content = contentText(response["llmContent"]);
  const error = isFields(response["error"]) ? (textOf(response["error"]["message"]) ?? "failed") : undefined;
  if (use.action !== "shell" || content === undefined) {
    const output = error ?? content;
    return { is: "tool-finished", use, ok: error === undefined, output };
  }
  // A nonzero exit code is not an error of the tool.
  const { text, exit, interrupted } = readShellOutput(content);
  return {
    is: "tool-finished",
    use,
    ok: error === undefined && exit === undefined,
    ...(interrupted ? { interrupted } : {}),
    output: exit === undefined ? (error ?? text) : `Exit code: ${exit}\n${text}`,
  };
}
