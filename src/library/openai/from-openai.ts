import type OpenAI from "openai";
import { TidemarkError } from "../../error.js";
import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolResultPart } from "../../event/message.js";
import { extraOf, parseArguments, readOutput, toMessage, toPart } from "../maker/form.js";
import { jsonOf, textAt, without } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { openaiForm } from "./form.js";

type Given = OpenAI.ChatCompletionMessageParam | OpenAI.ChatCompletionMessage | OpenAI.ChatCompletion;

/** A message, several, or an answer of chat completions. */
export type FromOpenAI = Given | readonly Given[];

/**
 * Reads messages of chat completions for a session. `toOpenAI` gives each back unchanged, even the spaces in the arguments
 * of calls. Only the first choice of a completion is kept.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { fromOpenAI } from "tidemark/openai";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * for (const message of fromOpenAI([
 *   { role: "user", content: "How is the weather?" },
 *   { role: "assistant", content: "It rains." },
 * ])) session.add(message);
 * tidemark.close();
 * ```
 */
export function fromOpenAI(given: FromOpenAI): NewMessage[] {
  const value = jsonOf(given);
  const names = functionNames();
  return (isList(value) ? value : [value]).map((entry) => messageOf(entry, names));
}

function messageOf(value: Json, names: FunctionNames): NewMessage {
  const choices = fieldOf(value, "choices");
  if (isList(choices)) {
    const answer = messageOf(fieldOf(choices[0], "message") ?? null, names);
    return fieldOf(choices[0], "finish_reason") === "length" ? { ...answer, incomplete: true } : answer;
  }
  if (!isObject(value)) throw noMessage();
  const role = textAt(value, "role");
  switch (role) {
    case "system":
    case "user":
    case "developer": {
      const message = toMessage(openaiForm, value, role === "user" ? role : "system");
      if (message === undefined) throw noMessage();
      return message;
    }
    case "assistant":
      return answerOf(value, names);
    case "tool":
      return resultOf(value, textAt(value, "tool_call_id") ?? "", "tool_call_id");
    case "function":
      return resultOf(value, names.answered(textAt(value, "name") ?? ""), "name");
    default:
      throw noMessage();
  }
}

function answerOf(value: JsonObject, names: FunctionNames): NewMessage {
  const [content, refusal] = [fieldOf(value, "content"), textAt(value, "refusal")];
  const [calls, old, audio] = ["tool_calls", "function_call", "audio"].map((name) => fieldOf(value, name));
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const parts: Part[] = [
    ...(isList(blocks) ? blocks.map((block) => toPart(openaiForm, block)) : []),
    ...(refusal === undefined ? [] : [refused(refusal)]),
    ...(isObject(audio) ? [recording(audio)] : []),
    ...(isList(calls) ? calls.map((call) => toPart(openaiForm, call)) : []),
    ...(isObject(old) ? [oldCall(old, names)] : []),
  ];
  const rest = Object.fromEntries(
    Object.entries(value).filter(([name, field]) => {
      if (name === "content") return field === null || (isList(field) && field.length === 0);
      if (name === "tool_calls") return !isList(field) || field.length === 0;
      if (name === "refusal") return typeof field !== "string";
      return name !== "role" && !(isObject(field) && (name === "audio" || name === "function_call"));
    }),
  );
  if (typeof content === "string" && parts.length === 1)
    return { role: "assistant", content, ...extraOf("openai", { rest }) };
  const extra = extraOf("openai", isList(content) ? { form: "parts", rest } : { rest });
  return { role: "assistant", content: parts, ...extra };
}

function refused(text: string): Part {
  return { type: "text", text, extra: { openai: { as: "refused" } } };
}

function recording(audio: JsonObject): Part {
  const own = { as: "spoken", ...without(audio, "data") };
  const data = textAt(audio, "data") || undefined;
  return { type: "file", mediaType: "audio/*", data, extra: { openai: own } };
}

function oldCall(call: JsonObject, names: FunctionNames): Part {
  const [tool, written] = [textAt(call, "name") ?? "", textAt(call, "arguments") ?? ""];
  const own = { as: "function_call", ...without(call, "name") };
  const input = parseArguments(written);
  return { type: "tool-call", id: names.called(tool), tool, input, extra: { openai: own } };
}

function resultOf(value: JsonObject, id: string, idField: string): NewMessage {
  const output = readOutput(openaiForm, fieldOf(value, "content"));
  const name = textAt(value, "role") === "function" ? textAt(value, "name") : undefined;
  const result: ToolResultPart = { type: "tool-result", id, tool: name || undefined, output };
  const rest = without(value, "content", idField, ...(name === undefined ? ["role"] : []));
  return { role: "tool", content: [result], ...extraOf("openai", { rest }) };
}

interface FunctionNames {
  called(name: string): string;
  answered(name: string): string;
}

/** Calls of functions, the predecessors of tools, have no ids: they are numbered by name. */
function functionNames(): FunctionNames {
  const counts = new Map<string, number>();
  const idOf = (name: string) => `function_${name}_${counts.get(name) ?? 0}`;
  return {
    called(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return idOf(name);
    },
    answered: idOf,
  };
}

function noMessage(): TidemarkError {
  return new TidemarkError("bad-argument", "This is no message of OpenAI's chat completions.", {
    hint: "It needs a role and, for all but an assistant, content.",
  });
}
