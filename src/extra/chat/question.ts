import { readingOf, wordsOf } from "../../event/message-text.js";
import type { Question } from "../../library/llm/port.js";
import type { Message } from "../../library/message/message.js";
import type { Context } from "../../library/tidemark.js";

/** The longest answer that is asked for, in tokens. */
export const MOST = 8_192;

type Turn = Question["messages"][number];

const EARLIER = "(What was said before is summed up in your instructions.)";
const CUT_OFF = "[The answer was cut off here.]";
const NO_ANSWER = "[No answer came to this.]";

/** What the model is asked: the context in the form that all protocols share, beginning and ending with the person. */
export function questionOf({ system, messages }: Context, own: string | undefined): Question {
  const said = messages.filter(
    (message, at) => !isReplaced(message, messages[at + 1]) && !isAskedAgain(message, messages[at + 1]),
  );
  const instructions = [
    own ?? "",
    system,
    ...said.filter(({ role }) => role === "system").map(({ content }) => wordsOf(content)),
  ].filter((text) => text.trim() !== "");
  return {
    ...(instructions.length === 0 ? {} : { system: instructions.join("\n\n") }),
    messages: inTurns(said.filter(({ role }) => role !== "system")),
    most: MOST,
  };
}

/** Whether the last thing said waits for an answer: it has none, or one that was cut off. */
export function isUnanswered(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  return last !== undefined && (last.role !== "assistant" || last.incomplete === true);
}

/** Without the answers that were cut off and asked for again. */
export function withoutReplaced(messages: readonly Message[]): Message[] {
  return messages.filter(
    (message, at) => at === messages.length - 1 || !isReplaced(message, messages[at + 1]),
  );
}

/** An answer that was cut off gives way to the one that was asked for in its place. */
function isReplaced(message: Message, next: Message | undefined): boolean {
  if (message.role !== "assistant" || message.incomplete !== true) return false;
  return next === undefined || next.role === "assistant";
}

/** A question that got no answer and was typed once more. */
function isAskedAgain(message: Message, next: Message | undefined): boolean {
  return message.role === "user" && next?.role === "user" && textOf(message) === textOf(next);
}

/** Two of one role in a row are joined by whoever asks the model. */
function inTurns(messages: readonly Message[]): Turn[] {
  const turns = messages.flatMap((message, at): Turn[] => {
    const text = textOf(message);
    // Else the model would answer both at once.
    const isPassed = text !== "" && message.role === "user" && messages[at + 1]?.role === "user";
    const content = isPassed ? `${text}\n${NO_ANSWER}` : text;
    const role = message.role === "assistant" ? "assistant" : "user";
    return content === "" ? [] : [{ role, content }];
  });
  return turns[0]?.role === "assistant" ? [{ role: "user", content: EARLIER }, ...turns] : turns;
}

function textOf({ content, incomplete }: Message): string {
  const words = wordsOf(content).trim();
  const text = words === "" ? readingOf(content).trim() : words;
  return incomplete && text !== "" ? `${text}\n${CUT_OFF}` : text;
}
