import type OpenAI from "openai";
import { fieldOf, isList, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolResultPart } from "../../event/message.js";
import { partsIn } from "../../event/output-parts.js";
import { answerCalls, partsOf } from "../maker/answer.js";
import { asOf, ownOf, toBlock } from "../maker/form.js";
import { type Conversation, messagesOf } from "../maker/given.js";
import { every, textAt, without } from "../maker/json.js";
import { partAnswer } from "../maker/part-answer.js";
import { withRest } from "../maker/rest.js";
import type { NewMessage } from "../message/message.js";
import { blocksOf, openaiForm, textsOf } from "./form.js";

/**
 * A conversation for `client.chat.completions.create`. A result of a tool is a message of its own; images in one follow
 * in a user's message. What OpenAI has no form for is said as a text, such as `[image (image/png)]` in an answer;
 * thoughts are left out, as are cache marks and citations of others. A call whose result was never recorded gets one that says so.
 *
 * @example
 * ```js
 * import { openTidemark } from "tidemark";
 * import { toOpenAI } from "tidemark/openai";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.create();
 * session.add({ role: "user", content: "How is the weather?" });
 * const messages = toOpenAI(session.context());
 * // await client.chat.completions.create({ model: "…", messages });
 * tidemark.close();
 * ```
 */
export function toOpenAI(conversation: Conversation): OpenAI.ChatCompletionMessageParam[] {
  const messages = answerCalls(messagesOf(conversation)).flatMap((message) =>
    partAnswer(message, () => false),
  );
  return every(imagesLast(messages.flatMap(written)), isParam);
}

/** A message, and the images it has no room for. */
interface Written {
  readonly message: JsonObject;
  readonly images?: readonly JsonObject[];
}

function written(message: NewMessage): Written[] {
  const rest = fieldOf(ownOf(openaiForm, message), "rest");
  if (message.role === "assistant") return [{ message: withRest(answerOf(message), rest) }];
  const results = partsOf(message).filter((part) => part.type === "tool-result");
  const others = partsOf(message).filter((part) => part.type !== "tool-result");
  const said = results.map((result) => resultOf(result, rest));
  if (others.length === 0 && said.length > 0) return said;
  const role = message.role === "system" ? "system" : "user";
  const content =
    typeof message.content === "string"
      ? message.content
      : others.flatMap(role === "system" ? textsOf : blocksOf);
  // What only another maker understands leaves nothing to say.
  if (content.length === 0 && partsOf(message).length > 0 && message.content !== "") return said;
  return [...said, { message: withRest({ role, content }, rest) }];
}

function answerOf(message: NewMessage): JsonObject {
  if (typeof message.content === "string") return { role: "assistant", content: message.content };
  const parts = message.content;
  const as = (part: Part) => asOf(openaiForm, part);
  const isCall = (part: Part) =>
    part.type === "tool-call" || (part.type === "foreign" && textAt(part.value, "id") !== undefined);
  const old = parts.find((part) => as(part) === "function_call");
  const refused = parts.find((part) => as(part) === "refused");
  const spoken = parts.find((part) => as(part) === "spoken");
  const special = [old, refused, spoken];
  const plain = parts.filter((part) => !special.includes(part));
  const calls = plain.filter(isCall).flatMap((part) => toBlock(openaiForm, part) ?? []);
  const texts = plain.filter((part) => !isCall(part)).flatMap(textsOf);
  return {
    role: "assistant",
    ...contentOf(texts, textAt(ownOf(openaiForm, message), "form") === "parts"),
    ...(refused?.type === "text" ? { refusal: refused.text } : {}),
    ...(spoken?.type === "file" ? { audio: { id: textAt(ownOf(openaiForm, spoken), "id") ?? "" } } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(old?.type === "tool-call"
      ? { function_call: { name: old.tool, ...without(ownOf(openaiForm, old) ?? {}, "as") } }
      : {}),
  };
}

function contentOf(texts: readonly JsonObject[], isParts: boolean): JsonObject {
  const [first, ...more] = texts;
  if (first === undefined) return {};
  const text = textAt(first, "text");
  return { content: isParts || more.length > 0 || text === undefined ? texts : text };
}

function resultOf(result: ToolResultPart, rest: Json | undefined): Written {
  const { id, tool, output } = result;
  if (textAt(rest, "role") === "function")
    return { message: withRest({ name: tool ?? "", content: output }, rest) };
  const parts = partsIn(output) ?? [];
  const images = parts
    .filter((part) => part.type === "file")
    .flatMap(blocksOf)
    .filter(isImage);
  const message = withRest({ role: "tool", tool_call_id: id, content: outputOf(output, parts) }, rest);
  return images.length === 0
    ? { message }
    : { message, images: [{ type: "text", text: `Of ${id}:` }, ...images] };
}

function outputOf(output: Json, parts: readonly Part[]): Json {
  if (typeof output === "string") return output;
  if (output === null) return "";
  if (parts.length > 0) return parts.flatMap(textsOf);
  return isList(output) && output.length === 0 ? output : JSON.stringify(output);
}

/** Nothing may stand between the results of one answer: images come after the last of them. */
function imagesLast(list: readonly Written[]): JsonObject[] {
  const done: JsonObject[] = [];
  let waiting: JsonObject[] = [];
  const show = () => {
    if (waiting.length > 0) done.push({ role: "user", content: waiting });
    waiting = [];
  };
  for (const { message, images = [] } of list) {
    if (message["role"] !== "tool") show();
    done.push(message);
    waiting = [...waiting, ...images];
  }
  show();
  return done;
}

function isImage(block: JsonObject): boolean {
  return block["type"] === "image_url";
}

/** Built above of what came from the SDK, or in its form. */
function isParam(value: unknown): value is OpenAI.ChatCompletionMessageParam {
  return typeof value === "object";
}
