import type Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "../../event/json.js";
import { answerCalls, type Conversation, messagesOf, partsOf, splitAnswer } from "../maker/conversation.js";
import { asSdk } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { blocksOf, isApart, isServerSide, sideOf } from "./form.js";

/** Arguments of `client.messages.create`, besides model and limits. */
export interface AnthropicConversation {
  system?: string | Anthropic.TextBlockParam[];
  messages: Anthropic.MessageParam[];
}

/**
 * Makes a conversation for `client.messages.create`. Leading instructions become `system`. As the API demands, it begins
 * with a user message, results of tools are in user messages, and neighbours of one side are joined. A part without a
 * block becomes text, such as `[file "a.zip" (application/zip)]`. Reasoning of other models is left out. A call without a
 * recorded result gets one that says so.
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
  const all = messagesOf(conversation);
  const start = all.findIndex((message) => message.role !== "system" || isApart(message));
  const instructions = start === -1 ? all : all.slice(0, start);
  const rest = start === -1 ? [] : all.slice(start);
  const whole = answerCalls(rest, isServerSide).flatMap((message) => splitAnswer(message, isServerSide));
  return { system: systemOf(instructions), messages: asSdk(joined(whole)) };
}

function systemOf(instructions: readonly NewMessage[]): AnthropicConversation["system"] {
  if (instructions.length === 0) return undefined;
  const texts = instructions.map(({ content }) => content).filter((content) => typeof content === "string");
  if (texts.length === instructions.length) return texts.join("\n\n");
  return asSdk(
    instructions
      .flatMap(partsOf)
      .flatMap(blocksOf)
      .filter(({ type }) => type === "text"),
  );
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
      done.push({ role: "user", content: "[The conversation before this is left out.]" });
    if (last?.role !== role || role === "system" || isApart(message)) done.push({ role, content });
    else last.content = resultsFirst([...blocks(last.content), ...blocks(content)]);
  }
  return done;
}

function blocks(content: string | JsonObject[]): JsonObject[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The API expects the results of calls first. */
function resultsFirst(content: readonly JsonObject[]): JsonObject[] {
  const isResult = ({ type }: JsonObject) => type === "tool_result";
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))];
}
