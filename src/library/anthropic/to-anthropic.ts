import type Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "../../event/json.js";
import { answerCalls, partsOf } from "../maker/answer.js";
import { type Conversation, messagesOf } from "../maker/given.js";
import { every, jsonOf, textAt } from "../maker/json.js";
import { partAnswer } from "../maker/part-answer.js";
import type { NewMessage } from "../message/message.js";
import { blocksOf, isServerSide } from "./form.js";
import { isApart, sideOf } from "./side.js";

/** What goes into `client.messages.create`, beside model and limits. */
export interface AnthropicConversation {
  system?: string | Anthropic.TextBlockParam[];
  messages: Anthropic.MessageParam[];
}

const BEFORE = "[The conversation before this is left out.]";

/**
 * A conversation for `client.messages.create`. Instructions at its beginning become `system`; results of tools stand in
 * a user's message, neighbours of one side are joined, and it begins with a user's message, as the API demands. What
 * Anthropic has no form for is said as a text, such as `[file "a.zip" (application/zip)]`; thoughts of other models are
 * left out, and a call whose result was never recorded gets one that says so.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { toAnthropic } from "tidemark/anthropic";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * session.add({ role: "user", content: "How is the weather?" });
 * const { system, messages } = toAnthropic(session.context());
 * // await client.messages.create({ model: "…", max_tokens: 1_000, system, messages });
 * tidemark.close();
 * ```
 */
export function toAnthropic(conversation: Conversation): AnthropicConversation {
  const given = messagesOf(conversation);
  const start = given.findIndex((message) => message.role !== "system" || isApart(message));
  const instructions = start === -1 ? given : given.slice(0, start);
  const rest = start === -1 ? [] : given.slice(start);
  const system = systemOf(instructions);
  const whole = answerCalls(rest, isServerSide).flatMap((message) => partAnswer(message, isServerSide));
  return { system, messages: every(joined(whole), isParam) };
}

function systemOf(instructions: readonly NewMessage[]): string | Anthropic.TextBlockParam[] | undefined {
  const contents = instructions.map(({ content }) => content);
  const texts = contents.filter((content) => typeof content === "string");
  if (texts.length === contents.length) return texts.length === 0 ? undefined : texts.join("\n\n");
  return every(instructions.flatMap(partsOf).flatMap(blocksOf), isText);
}

interface Joined {
  role: string;
  content: string | JsonObject[];
}

function joined(messages: readonly NewMessage[]): Joined[] {
  const done: Joined[] = [];
  for (const message of messages) {
    const role = sideOf(message);
    const content = typeof message.content === "string" ? message.content : message.content.flatMap(blocksOf);
    if (content.length === 0) continue;
    const last = done.at(-1);
    if (last === undefined && role === "assistant" && !isApart(message))
      done.push({ role: "user", content: BEFORE });
    if (last?.role !== role || role === "system" || isApart(message)) done.push({ role, content });
    else last.content = resultsFirst([...blocks(last.content), ...blocks(content)]);
  }
  return done;
}

function blocks(content: string | JsonObject[]): JsonObject[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The API looks for the results of calls at the beginning of what follows them. */
function resultsFirst(content: readonly JsonObject[]): JsonObject[] {
  const isResult = ({ type }: JsonObject) => type === "tool_result";
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}

/** Built above of what came from the SDK, or in its form. */
function isParam(value: unknown): value is Anthropic.MessageParam {
  return typeof value === "object";
}

function isText(value: unknown): value is Anthropic.TextBlockParam {
  return textAt(jsonOf(value), "type") === "text";
}
