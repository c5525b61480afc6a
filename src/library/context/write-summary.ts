import { messageOf, TidemarkError } from "../../error.js";
import { Watch } from "../../host/watch.js";
import type { Redact } from "../../redact/redactor.js";
import { shorten } from "../../render/clean.js";
import { TooLong } from "../llm/ask.js";
import { addUsage, costLine } from "../llm/cost.js";
import type { Answer, LanguageModel } from "../llm/port.js";
import { type WholeAnswer, wholeAnswer } from "../llm/whole-answer.js";
import { fitTokens } from "../summary/fit-tokens.js";
import type { TokenCounter } from "../token/port.js";
import { type Asking, type SummaryInput, shorterQuestion, summaryQuestion } from "./summary-question.js";

export interface SummaryRequest extends SummaryInput {
  /** Must not throw. */
  readonly onText?: (piece: string) => void;
  readonly signal?: AbortSignal;
  /** For all questions together, in milliseconds. Defaults to three minutes. */
  readonly timeout?: number;
}

export type WrittenSummary =
  | { readonly summary: string; readonly cost: string }
  | { readonly failure: string };

/** Maximum tokens of recorded text in a question. */
const MAX_RECORDED_TOKENS = 24_000;
/** For a model that cannot hold them. */
const FEWER_RECORDED_TOKENS = 6_000;
const STOPPED = "The summary was stopped.";

/** Lets a model write a summary, and asks a second time after a bad answer. A failure is a sentence. */
export async function writeSummary(model: LanguageModel, request: SummaryRequest): Promise<WrittenSummary> {
  const { limit, tokens, redact, signal, timeout = 180_000 } = request;
  const watch = new Watch(signal, timeout);
  // The reasoning of some models counts towards the same limit.
  const most = Math.ceil(limit) * 2 + 1_000;
  const ask = async (question: Asking, longest = most): Promise<WholeAnswer> => {
    const asked = { ...question, most: longest, signal: watch.signal };
    return wholeAnswer(model, await unlessStopped(model.ask(asked, request.onText), watch));
  };
  const askFirst = () => ask(summaryQuestion(request, MAX_RECORDED_TOKENS));
  const askWithLess = (error: unknown) => {
    if (error instanceof TooLong) return ask(summaryQuestion(request, FEWER_RECORDED_TOKENS));
    throw error;
  };
  try {
    const first = await askFirst().catch(askWithLess);
    let summary = textOf(first, redact);
    let { usage } = first;
    const again = secondQuestion(first, summary, request);
    if (again !== undefined) {
      const second = await ask(again, most * 2).catch((error: unknown) => {
        if (summary === "") throw error;
        return undefined; // The first answer will do.
      });
      if (second !== undefined) usage = addUsage(usage, second.usage);
      summary = textOf(second, redact) || summary;
    }
    if (signal?.aborted) return { failure: STOPPED };
    if (summary === "") return { failure: `${model.name} wrote nothing.` };
    return { summary: cutTo(summary, limit, tokens), cost: costLine(usage, model.price, model.name) };
  } catch (error) {
    if (signal?.aborted) return { failure: STOPPED };
    const { late } = watch;
    return {
      failure: late ? `${model.name} ${late.what} ${late.ms / 1_000} seconds.` : reasonOf(model, error),
    };
  } finally {
    watch.end();
  }
}

/** Asks again if the first answer is empty, cut off or too long. */
function secondQuestion({ end }: WholeAnswer, summary: string, request: SummaryRequest): Asking | undefined {
  const { limit, tokens } = request;
  if (summary !== "" && tokens.count(summary) > limit) return shorterQuestion(summary, request);
  return summary === "" || end === "full" ? summaryQuestion(request, FEWER_RECORDED_TOKENS) : undefined;
}

/** A program's own model may ignore the signal. */
function unlessStopped(answer: Promise<Answer>, { signal }: Watch): Promise<Answer> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error("stopped"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([answer, stopped]);
}

/** Removes secrets, and the reasoning that some local models put first. */
function textOf(answer: WholeAnswer | undefined, redact: Redact): string {
  if (answer === undefined || answer.end === "stopped") return "";
  return redact(answer.text.replace(/^\s*<think>.*?(?:<\/think>|$)/s, ""))
    .toWellFormed()
    .trim();
}

/** Keeps as many whole sentences as fit. */
function cutTo(summary: string, limit: number, tokens: TokenCounter): string {
  if (tokens.count(summary) <= limit) return summary;
  return fitTokens(
    limit,
    (text) => tokens.count(text),
    (room) => wholeSentences(summary, room),
  );
}

function wholeSentences(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, room);
  const end = Math.max(...[". ", ".\n", "! ", "? ", "\n"].map((sign) => cut.lastIndexOf(sign)));
  return end > room * 0.5 ? cut.slice(0, end + 1).trimEnd() : shorten(text, room);
}

function reasonOf({ name }: LanguageModel, error: unknown): string {
  if (!(error instanceof TidemarkError)) return `${name} failed: ${messageOf(error)}`;
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
