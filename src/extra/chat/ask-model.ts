import type { Usage } from "../../library/llm/port.js";
import { wholeAnswer } from "../../library/llm/whole-answer.js";
import type { Message } from "../../library/message/message.js";
import type { TokenBudget } from "../../library/tidemark.js";
import { MOST, questionOf } from "./question.js";
import type { Talk } from "./talk.js";

/** How asking went. Whatever came is kept, unless nothing did. */
export interface Asked {
  /** `endless` where it had to be stopped because it would not end. */
  readonly end: "done" | "full" | "stopped" | "failed" | "endless";
  readonly text: string;
  readonly usage: Usage;
  readonly budget: TokenBudget;
  readonly kept?: Message;
  readonly failure?: unknown;
}

/** No answer of as many tokens as were asked for is longer, in characters. */
const LONGEST = MOST * 16;

/** Asks the model for what comes next in the session, and writes down what it answers, whole or cut off. */
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
    const room = piece.slice(0, LONGEST - text.length);
    text += room;
    onText(room);
    if (text.length >= LONGEST) stopping.abort(ENDLESS);
  };
  try {
    const question = { ...questionOf(context, talk.wishes.system), signal: stopping.signal };
    const answer = wholeAnswer(model, await model.ask(question, take));
    const { usage } = answer;
    const isStopped = stopping.signal.aborted;
    // A server that does not stream says it all at the end.
    if (!isStopped && text === "") take(answer.text);
    const end = isStopped ? stoppedBy(stopping.signal) : answer.end;
    keep(end === "done");
    return { end, text, usage, budget: context.tokens, kept };
  } catch (failure) {
    keep(false);
    const end = stopping.signal.aborted ? stoppedBy(stopping.signal) : "failed";
    const about = end === "failed" ? { failure } : {};
    return {
      end,
      text,
      usage: {},
      budget: context.tokens,
      ...about,
      kept,
    };
  } finally {
    talk.work = undefined;
  }
}

const ENDLESS = "endless";

function stoppedBy({ reason }: AbortSignal): "stopped" | "endless" {
  return reason === ENDLESS ? "endless" : "stopped";
}
