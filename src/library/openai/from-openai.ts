import type OpenAI from "openai";
import { TidemarkError } from "../../error.js";
import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolResultPart } from "../../event/message.js";
import { inputOf } from "../maker/argument.js";
import { toPart } from "../maker/form.js";
import { jsonOf, textAt, without } from "../maker/json.js";
import { outputOf } from "../maker/output.js";
import type { NewMessage } from "../message/message.js";
import { openaiForm } from "./form.js";

type Given = OpenAI.ChatCompletionMessageParam | OpenAI.ChatCompletionMessage | OpenAI.ChatCompletion;

/** A message, several, or an answer of chat completions. */
export type FromOpenAI = Given | readonly Given[];

/**
 * Messages of chat completions as a session keeps them. Each comes back from `toOpenAI` as it was, the arguments of calls
 * to the last space. Of a completion, the first choice is kept.
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
  switch (textAt(value, "role")) {
    case "system":
    case "user":
      return spoken(value, textAt(value, "role") === "user" ? "user" : "system");
    case "developer":
      return spoken(value, "system");
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

function spoken(value: JsonObject, role: "user" | "system"): NewMessage {
  const content = fieldOf(value, "content");
  const rest = without(value, "content", ...(textAt(value, "role") === role ? ["role"] : []));
  if (typeof content === "string") return { role, content, ...kept({ rest }) };
  if (!isList(content)) throw noMessage();
  return { role, content: content.map((block) => toPart(openaiForm, block)), ...kept({ rest }) };
}

function answerOf(value: JsonObject, names: FunctionNames): NewMessage {
  const [content, refusal] = [fieldOf(value, "content"), textAt(value, "refusal")];
  const [calls, old, audio] = [
    fieldOf(value, "tool_calls"),
    fieldOf(value, "function_call"),
    fieldOf(value, "audio"),
  ];
  const blocks = isList(content)
    ? content
    : typeof content === "string"
      ? [{ type: "text", text: content }]
      : [];
  const parts: Part[] = [
    ...blocks.map((block) => toPart(openaiForm, block)),
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
    return { role: "assistant", content, ...kept({ rest }) };
  return {
    role: "assistant",
    content: parts,
    ...kept({ rest, ...(isList(content) ? { form: "parts" } : {}) }),
  };
}

function refused(text: string): Part {
  return { type: "text", text, extra: { openai: { as: "refused" } } };
}

function recording(audio: JsonObject): Part {
  const data = textAt(audio, "data");
  const own = { as: "spoken", ...without(audio, "data") };
  return { type: "file", mediaType: "audio/*", ...(data && { data }), extra: { openai: own } };
}

function oldCall(call: JsonObject, names: FunctionNames): Part {
  const [tool, written] = [textAt(call, "name") ?? "", textAt(call, "arguments") ?? ""];
  const own = { as: "function_call", ...without(call, "name") };
  return { type: "tool-call", id: names.called(tool), tool, input: inputOf(written), extra: { openai: own } };
}

function resultOf(value: JsonObject, id: string, idField: string): NewMessage {
  const content = fieldOf(value, "content") ?? null;
  const output = isList(content) ? outputOf(content.map((block) => toPart(openaiForm, block))) : content;
  const name = textAt(value, "role") === "function" ? textAt(value, "name") : undefined;
  const result: ToolResultPart = { type: "tool-result", id, ...(name && { tool: name }), output };
  const rest = without(value, "content", idField, ...(name === undefined ? ["role"] : []));
  return { role: "tool", content: [result], ...kept({ rest }) };
}

/** What is left of a message is kept beside it, where there is any. */
function kept({ rest, form }: { rest: JsonObject; form?: string }): Pick<NewMessage, "extra"> {
  const own = {
    ...(form === undefined ? {} : { form }),
    ...(Object.keys(rest).length === 0 ? {} : { rest }),
  };
  return Object.keys(own).length === 0 ? {} : { extra: { openai: own } };
}

interface FunctionNames {
  called(name: string): string;
  answered(name: string): string;
}

/** Calls of functions, as they were before there were tools, have no ids: they are numbered by name. */
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
