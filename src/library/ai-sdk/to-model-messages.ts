import type { ModelMessage, SystemModelMessage } from "ai";
import { fieldOf, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { wordsOf } from "../../event/message-text.js";
import { answerCalls, partsOf, toolsIn } from "../maker/answer.js";
import { ownOf } from "../maker/form.js";
import { type Conversation, messagesOf } from "../maker/given.js";
import { every, textAt } from "../maker/json.js";
import { partAnswer } from "../maker/part-answer.js";
import { withRest } from "../maker/rest.js";
import type { NewMessage } from "../message/message.js";
import { aiSdkForm, blocksOf } from "./form.js";
import { unpack } from "./pack.js";

/** What goes into `generateText` and `streamText`, beside the model. */
export interface AiSdkConversation {
  instructions?: string | SystemModelMessage[];
  messages: ModelMessage[];
}

/**
 * A conversation for `generateText` and `streamText`. What the memory knows, and messages of the system, become
 * `instructions`: the AI SDK refuses them among the others. What it has no form for is said as a text; thoughts recorded
 * with another SDK are left out, and a call whose result was never recorded gets one that says so.
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
  const tools = toolsIn(given);
  const asked = new Set(given.flatMap(partsOf).map(approvalOf));
  const staysOpen = (part: Part) => part.type === "tool-call" && (isProviders(part) || asked.has(part.id));
  const whole = answerCalls(given, staysOpen).flatMap((message) => partAnswer(message, isOurs));
  const all = every(whole.flatMap((message) => written(message, tools)).map(unpack), isModelMessage);
  const instructions = instructionsOf(all.filter(isInstruction));
  const messages = all.filter((message) => !isInstruction(message));
  return { instructions, messages };
}

/** One that says nothing of a provider is a text, which every version of the SDK takes. */
function instructionsOf(given: SystemModelMessage[]): AiSdkConversation["instructions"] {
  const [only, another] = given;
  if (only === undefined) return undefined;
  const isPlain = another === undefined && Object.keys(only).length === 2;
  return isPlain ? only.content : given;
}

function isInstruction(message: ModelMessage): message is SystemModelMessage {
  return message.role === "system";
}

function written(message: NewMessage, tools: ReadonlyMap<string, string>): JsonObject[] {
  const { role, content } = message;
  const rest = fieldOf(ownOf(aiSdkForm, message), "rest");
  if (role === "system") return [withRest({ role, content: wordsOf(content) }, rest)];
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

/** What only another maker understands leaves nothing to say; what was empty from the start stays. */
function said(
  role: "user" | "assistant" | "tool",
  parts: readonly Part[],
  given: readonly Part[],
  rest: Parameters<typeof withRest>[1],
): JsonObject[] {
  const content = parts.flatMap(blocksOf);
  return content.length === 0 && given.length > 0 ? [] : [withRest({ role, content }, rest)];
}

/** A result alone does not always say of which tool it is: its call does. */
function named(part: Part, tools: ReadonlyMap<string, string>): Part {
  if (part.type !== "tool-result" || part.tool !== undefined) return part;
  const tool = tools.get(part.id);
  return tool === undefined ? part : { ...part, tool };
}

/** The call a program was asked to approve. */
function approvalOf(part: Part): string | undefined {
  const isAsked = part.type === "foreign" && textAt(part.value, "type") === "tool-approval-request";
  return isAsked ? textAt(part.value, "toolCallId") : undefined;
}

/** The provider runs such a call itself, and its result stands in the answer. */
function isProviders(part: Part): boolean {
  return part.type !== "foreign" && fieldOf(ownOf(aiSdkForm, part), "providerExecuted") === true;
}

function isOurs(part: Part): boolean {
  if (part.type === "foreign") return part.from === aiSdkForm.maker;
  return part.extra === undefined || ownOf(aiSdkForm, part) !== undefined;
}

/** Built above of what came from the SDK, or in its form. */
function isModelMessage(value: unknown): value is ModelMessage {
  return typeof value === "object";
}
