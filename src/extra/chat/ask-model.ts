import { messageText, modelText } from "../../event/message-text.js";
import type { Question, Usage } from "../../library/llm/port.js";
import { wholeAnswer } from "../../library/llm/whole-answer.js";
import type { Message } from "../../library/message/message.js";
import type { Context, TokenBudget } from "../../library/tidemark.js";
import type { Talk } from "./talk.js";

/** The outcome of a question. Every part of an answer is kept. */
export interface Asked {
  /** `endless` if it was stopped because it would not end. */
  readonly end: "done" | "full" | "stopped" | "failed" | "endless";
  readonly text: string;
  readonly usage: Usage;
  readonly budget: TokenBudget;
  readonly kept?: Message;
  readonly failure?: unknown;
}

const MAX_ANSWER_TOKENS = 8_192;
/** More characters than that many tokens ever have. */
const MAX_ANSWER_CHARS = MAX_ANSWER_TOKENS * 16;

/** Asks the model to continue the session, and records its answer, whole or cut off. */
export async function askModel(talk: Talk, onText: (piece: string) => void): Promise<Asked> {
  const model = talk.needModel();
  const context = talk.context();
  const stopping = new AbortController();
  let text = "";
  let kept: Message | undefined;
  const keep = (isWhole: boolean) => {
    if (kept !== undefined || text.trim() === "") return;
    kept = talk.used().add({ role: "assistant", content: text, ...(isWhole ? {} : { incomplete: true }) });
    talk.seen = kept.id;
  };
  talk.work = { stop: () => stopping.abort(), keep: () => keep(false) };
  const take = (piece: string) => {
    if (stopping.signal.aborted || piece === "") return;
    const room = piece.slice(0, MAX_ANSWER_CHARS - text.length);
    text += room;
    onText(room);
    if (text.length >= MAX_ANSWER_CHARS) stopping.abort(ENDLESS);
  };
  try {
    const question = { ...questionOf(context, talk.wishes.system), signal: stopping.signal };
    const answer = wholeAnswer(model, await model.ask(question, take));
    const { usage } = answer;
    const isStopped = stopping.signal.aborted;
    // A server that does not stream sends the whole text at the end.
    if (!isStopped && text === "") take(answer.text);
    const end = isStopped ? stoppedBy(stopping.signal) : answer.end;
    keep(end === "done");
    return { end, text, usage, budget: context.tokens, kept };
  } catch (failure) {
    keep(false);
    const rest = { text, usage: {}, budget: context.tokens, kept };
    if (stopping.signal.aborted) return { end: stoppedBy(stopping.signal), ...rest };
    return { end: "failed", ...rest, failure };
  } finally {
    talk.work = undefined;
  }
}

const ENDLESS = "endless";

function stoppedBy({ reason }: AbortSignal): "stopped" | "endless" {
  return reason === ENDLESS ? "endless" : "stopped";
}

type Turn = Question["messages"][number];

const EARLIER = "(What was said before is summed up in your instructions.)";
const CUT_OFF = "[The answer was cut off here.]";
const NO_ANSWER = "[No answer came to this.]";

/** The context in the form that all protocols share; it begins and ends with the person. */
export function questionOf({ system, messages }: Context, own: string | undefined): Question {
  const said = messages.filter(
    (message, at) => !isReplaced(message, messages[at + 1]) && !isAskedAgain(message, messages[at + 1]),
  );
  const instructions = [
    own ?? "",
    system,
    ...said.filter(({ role }) => role === "system").map(({ content }) => messageText(content)),
  ].filter((text) => text.trim() !== "");
  return {
    ...(instructions.length === 0 ? {} : { system: instructions.join("\n\n") }),
    messages: inTurns(said.filter(({ role }) => role !== "system")),
    most: MAX_ANSWER_TOKENS,
  };
}

/** Whether the last message has no answer, or one that was cut off. */
export function isUnanswered(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  return last !== undefined && (last.role !== "assistant" || last.incomplete === true);
}

/** Leaves out answers that were cut off and asked for again. */
export function withoutReplaced(messages: readonly Message[]): Message[] {
  return messages.filter(
    (message, at) => at === messages.length - 1 || !isReplaced(message, messages[at + 1]),
  );
}

/** Whether an answer was cut off and another came in its place. */
function isReplaced(message: Message, next: Message | undefined): boolean {
  if (message.role !== "assistant" || message.incomplete !== true) return false;
  return next === undefined || next.role === "assistant";
}

/** Whether a question got no answer and was typed again. */
function isAskedAgain(message: Message, next: Message | undefined): boolean {
  return message.role === "user" && next?.role === "user" && textOf(message) === textOf(next);
}

/** The protocols join consecutive messages of one role. */
function inTurns(messages: readonly Message[]): Turn[] {
  const turns = messages.flatMap((message, at): Turn[] => {
    const text = textOf(message);
    // Without the note the model would answer both at once.
    const isPassed = text !== "" && message.role === "user" && messages[at + 1]?.role === "user";
    const content = isPassed ? `${text}\n${NO_ANSWER}` : text;
    const role = message.role === "assistant" ? "assistant" : "user";
    return content === "" ? [] : [{ role, content }];
  });
  return turns[0]?.role === "assistant" ? [{ role: "user", content: EARLIER }, ...turns] : turns;
}

function textOf({ content, incomplete }: Message): string {
  const words = messageText(content).trim();
  const text = words === "" ? modelText(content).trim() : words;
  return incomplete && text !== "" ? `${text}\n${CUT_OFF}` : text;
}
