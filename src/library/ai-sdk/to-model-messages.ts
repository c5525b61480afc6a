import type { ModelMessage, SystemModelMessage } from "ai";
import { fieldOf, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { messageText } from "../../event/message-text.js";
import { answerCalls, type Conversation, messagesOf, partsOf, splitAnswer } from "../maker/conversation.js";
import { ownOf, withRest } from "../maker/form.js";
import { asSdk, textAt } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { aiSdkForm, blocksOf } from "./form.js";
import { unpack } from "./pack.js";

/** Arguments of `generateText` and `streamText`. */
export interface AiSdkConversation {
  instructions?: string | SystemModelMessage[];
  messages: ModelMessage[];
}

/**
 * Makes a conversation for `generateText` and `streamText`. System messages become `instructions`, because the AI SDK
 * refuses them among the others. A part without a form becomes text, and reasoning of another SDK is left out. A call
 * without a recorded result gets one that says so.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { toModelMessages } from "tidemark/ai-sdk";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * session.add({ role: "user", content: "How is the weather?" });
 * const { instructions, messages } = toModelMessages(session.context());
 * // const { responseMessages } = await generateText({ model, instructions, messages });
 * tidemark.close();
 * ```
 */
export function toModelMessages(conversation: Conversation): AiSdkConversation {
  const given = messagesOf(conversation);
  const parts = given.flatMap(partsOf);
  const tools = new Map(parts.flatMap((part) => (part.type === "tool-call" ? [[part.id, part.tool]] : [])));
  const asked = new Set(parts.map(approvalOf));
  const staysOpen = (part: Part) => part.type === "tool-call" && (isProviders(part) || asked.has(part.id));
  const whole = answerCalls(given, staysOpen).flatMap((message) => splitAnswer(message, isOurs));
  const all = asSdk<ModelMessage>(whole.flatMap((message) => written(message, tools)).map(unpack));
  const instructions = instructionsOf(all.filter(isInstruction));
  return { instructions, messages: all.filter((message) => !isInstruction(message)) };
}

/** One instruction without provider options becomes text, which every version of the SDK takes. */
function instructionsOf(given: SystemModelMessage[]): AiSdkConversation["instructions"] {
  const [only, another] = given;
  if (only === undefined) return undefined;
  return another === undefined && Object.keys(only).length === 2 ? only.content : given;
}

function isInstruction(message: ModelMessage): message is SystemModelMessage {
  return message.role === "system";
}

function written(message: NewMessage, tools: ReadonlyMap<string, string>): JsonObject[] {
  const { role, content } = message;
  const rest = fieldOf(ownOf(aiSdkForm, message), "rest");
  if (role === "system") return [withRest({ role, content: messageText(content) }, rest)];
  if (typeof content === "string")
    return [withRest({ role: role === "tool" ? "user" : role, content }, rest)];
  const parts = content.map((part) => named(part, tools));
  const isResults = (part: Part) =>
    part.type === "tool-result" || (part.type === "foreign" && role === "tool" && isOurs(part));
  if (role === "assistant") return said(role, parts, content, rest);
  const results = parts.filter(isResults);
  const others = parts.filter((part) => !isResults(part));
  if (others.length === 0 && role === "tool") return said("tool", results, content, rest);
  return [
    ...(results.length === 0 ? [] : said("tool", results, results, undefined)),
    ...said("user", others, others, rest),
  ];
}

/** A message that only another maker understands is left out; an originally empty one stays. */
function said(
  role: "user" | "assistant" | "tool",
  parts: readonly Part[],
  given: readonly Part[],
  rest: Parameters<typeof withRest>[1],
): JsonObject[] {
  const content = parts.flatMap(blocksOf);
  return content.length === 0 && given.length > 0 ? [] : [withRest({ role, content }, rest)];
}

/** Takes the tool of a result from its call if the result does not name it. */
function named(part: Part, tools: ReadonlyMap<string, string>): Part {
  if (part.type !== "tool-result" || part.tool !== undefined) return part;
  const tool = tools.get(part.id);
  return tool === undefined ? part : { ...part, tool };
}

/** The id of a call that waits for approval. */
function approvalOf(part: Part): string | undefined {
  const isAsked = part.type === "foreign" && textAt(part.value, "type") === "tool-approval-request";
  return isAsked ? textAt(part.value, "toolCallId") : undefined;
}

/** The provider runs such a call itself and puts its result into the answer. */
function isProviders(part: Part): boolean {
  return part.type !== "foreign" && fieldOf(ownOf(aiSdkForm, part), "providerExecuted") === true;
}

function isOurs(part: Part): boolean {
  if (part.type === "foreign") return part.from === aiSdkForm.maker;
  return part.extra === undefined || ownOf(aiSdkForm, part) !== undefined;
}
