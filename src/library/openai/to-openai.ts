import type OpenAI from "openai";
import { fieldOf, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolResultPart } from "../../event/message.js";
import { partsIn } from "../../event/message-text.js";
import { answerCalls, type Conversation, messagesOf, partsOf, splitAnswer } from "../maker/conversation.js";
import { asOf, ownOf, toBlock, withRest, writeOutput } from "../maker/form.js";
import { asSdk, defined, textAt, without } from "../maker/json.js";
import type { NewMessage } from "../message/message.js";
import { blocksOf, openaiForm, textsOf } from "./form.js";

/**
 * Makes a conversation for `client.chat.completions.create`. Each result of a tool is a message; its images follow in a
 * user message. A part without a block becomes text, such as `[image (image/png)]` in an answer. Reasoning, and cache
 * marks and citations of others, are left out. A call without a recorded result gets one that says so.
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
    splitAnswer(message, () => false),
  );
  return asSdk(imagesLast(messages.flatMap(written)));
}

/** A message, and the images it cannot hold. */
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
  // A message that only another maker understands is left out.
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
  return defined({
    role: "assistant",
    content: contentOf(texts, textAt(ownOf(openaiForm, message), "form") === "parts"),
    refusal: refused?.type === "text" ? refused.text : undefined,
    audio: spoken?.type === "file" ? { id: textAt(ownOf(openaiForm, spoken), "id") ?? "" } : undefined,
    tool_calls: calls.length === 0 ? undefined : calls,
    function_call:
      old?.type === "tool-call"
        ? { name: old.tool, ...without(ownOf(openaiForm, old) ?? {}, "as") }
        : undefined,
  });
}

function contentOf(texts: readonly JsonObject[], isParts: boolean): Json | undefined {
  const [first, ...more] = texts;
  return first && (isParts || more.length > 0 ? texts : (textAt(first, "text") ?? texts));
}

function resultOf({ id, tool, output }: ToolResultPart, rest: Json | undefined): Written {
  if (textAt(rest, "role") === "function")
    return { message: withRest({ name: tool ?? "", content: output }, rest) };
  const images = (partsIn(output) ?? [])
    .filter((part) => part.type === "file")
    .flatMap(blocksOf)
    .filter(({ type }) => type === "image_url");
  const content = writeOutput(output, textsOf);
  return {
    message: withRest({ role: "tool", tool_call_id: id, content }, rest),
    images: images.length === 0 ? [] : [{ type: "text", text: `Of ${id}:` }, ...images],
  };
}

/** Images come after the last result of an answer: nothing may stand between its results. */
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
