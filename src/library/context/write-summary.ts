import { messageOf, TidemarkError } from "../../error.js";
import { Watch } from "../../host/watch.js";
import type { Redact } from "../../redact/redactor.js";
import { shorten } from "../../render/clean.js";
import { TooLong } from "../llm/ask.js";
import { addUsage, costLine } from "../llm/cost.js";
import type { Answer, LanguageModel, Question } from "../llm/port.js";
import { type WholeAnswer, wholeAnswer } from "../llm/whole-answer.js";
import type { Message } from "../message/message.js";
import { fitTokens } from "../summary/fit-tokens.js";
import type { TokenCounter } from "../token/port.js";
import { shorterQuestion, summaryQuestion } from "./summary-question.js";

export interface SummaryWanted {
  /** What is known of the time before these messages, and in short of them; "" where nothing is. */
  readonly earlier: string;
  readonly messages: readonly Message[];
  /** The most tokens of the summary. */
  readonly limit: number;
  readonly tokens: TokenCounter;
  readonly redact: Redact;
  readonly onText?: (piece: string) => void;
  readonly signal?: AbortSignal;
  /** In milliseconds, for all of it. Three minutes unless given. */
  readonly timeout?: number;
}

export type WrittenSummary =
  | { readonly summary: string; readonly cost: string }
  | { readonly failure: string };

const TIMEOUT = 180_000;
/** The most tokens of recorded text that are sent; a model that cannot hold them is sent a quarter. */
const ROOM = 24_000;
const SMALL_ROOM = 6_000;

/**
 * Lets a model write the summary of what is to be compacted; a bad answer is asked for once more. Where none can be had,
 * the reason is told as a sentence. `onText` must not throw.
 */
export async function writeSummary(model: LanguageModel, wanted: SummaryWanted): Promise<WrittenSummary> {
  const { limit, tokens, redact, signal, timeout = TIMEOUT } = wanted;
  const watch = new Watch(signal, timeout);
  // Some models think before they write, out of the same purse.
  const most = Math.ceil(limit) * 2 + 1_000;
  const ask = async (question: Asking, longest = most): Promise<WholeAnswer> => {
    const asked = { ...question, most: longest, signal: watch.signal };
    return wholeAnswer(model, await unlessStopped(model.ask(asked, wanted.onText), watch));
  };
  try {
    const first = await ifItFits((room) => ask(summaryQuestion({ ...wanted, room })));
    let summary = textOf(first, redact);
    let { usage } = first;
    const again = secondAsking(first, summary, wanted);
    if (again !== undefined) {
      const second = await ask(again, most * 2).catch(unlessEmpty(summary));
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

type Asking = Pick<Question, "system" | "messages">;

const STOPPED = "The summary was stopped.";

/** What to ask where the first answer will not do: empty, cut off, or too long. */
function secondAsking({ end }: WholeAnswer, summary: string, wanted: SummaryWanted): Asking | undefined {
  const { limit, tokens } = wanted;
  if (summary !== "" && tokens.count(summary) > limit) return shorterQuestion(summary, wanted);
  return summary === "" || end === "full" ? summaryQuestion({ ...wanted, room: SMALL_ROOM }) : undefined;
}

async function ifItFits(ask: (room: number) => Promise<WholeAnswer>): Promise<WholeAnswer> {
  try {
    return await ask(ROOM);
  } catch (error) {
    if (error instanceof TooLong) return ask(SMALL_ROOM);
    throw error;
  }
}

/** A model of somebody's own need not heed the signal. */
function unlessStopped(answer: Promise<Answer>, { signal }: Watch): Promise<Answer> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error("stopped"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([answer, stopped]);
}

function unlessEmpty(summary: string): (error: unknown) => undefined {
  return (error) => {
    if (summary === "") throw error;
    return undefined; // The first answer is there, if too long.
  };
}

/** Without the thoughts that some local models put in front, and without secrets: it is going to be written down. */
function textOf(answer: WholeAnswer | undefined, redact: Redact): string {
  if (answer === undefined || answer.end === "stopped") return "";
  return redact(answer.text.replace(/^\s*<think>.*?(?:<\/think>|$)/s, ""))
    .toWellFormed()
    .trim();
}

/** As many whole sentences as the limit has room for. */
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
