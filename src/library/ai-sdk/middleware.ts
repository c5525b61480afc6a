import type { LanguageModelMiddleware } from "ai";
import type { Redact } from "../../redact/redactor.js";
import { kindOf, requireFlag, requireOptions, wrong } from "../check.js";
import type { Message, NewMessage } from "../message/message.js";
import { beforeClose, redactOf } from "../session-inside.js";
import type { Session } from "../tidemark.js";
import { answerOf } from "./answer.js";
import { readModelMessage } from "./from-model-messages.js";
import { gather } from "./gather.js";
import { printOf } from "./print.js";
import type { CallParams, Prompt, StreamPart } from "./sdk.js";
import { type KnownMessage, keepSeen, type Seen } from "./seen.js";
import { type CompactSettings, keepShort, type Shortened } from "./shorten.js";

export interface MiddlewareOptions {
  /** Tells the model what the session knows, as instructions behind those of the program. True unless given. */
  readonly remember?: boolean;
  /** Leaves older messages out of the prompt once it has too many tokens: the session has them, and tells what matters. */
  readonly compact?: boolean | CompactSettings;
  /** Told what went wrong with the memory. The call to the model goes on in any case. */
  readonly onError?: (error: unknown) => void;
}

/** Messages of a session that is resumed to compare a prompt with, and the most to say that they are in it already. */
const LOOKED_AT = 500;
/** The same at each further prompt, for what was added meanwhile. */
const LOOKED_AT_AGAIN = 20;

/**
 * A middleware for `wrapLanguageModel` of the AI SDK that keeps the conversation in a session: what the model is asked and
 * what it answers, each message once, however many steps a loop of tools takes. Instructions are the program's own and are
 * not recorded. A stream passes through as it comes; an answer that breaks off is kept as incomplete.
 *
 * @example
 * ```js
 * import { wrapLanguageModel } from "ai";
 * import { openTidemark } from "tidemark";
 * import { tidemarkMiddleware } from "tidemark/ai-sdk";
 *
 * const tidemark = openTidemark();
 * const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();
 * const remembering = (model) => wrapLanguageModel({ model, middleware: tidemarkMiddleware(session) });
 * // await generateText({ model: remembering(model), prompt: "How is the weather?" });
 * tidemark.close();
 * ```
 */
export function tidemarkMiddleware(session: Session, options?: MiddlewareOptions): LanguageModelMiddleware {
  requireSession(session);
  const redact = redactOf(session);
  const { remember, compact, onError } = readOptions(options);
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      tell(onError, error);
      return undefined;
    }
  };
  const short = compact === false ? undefined : keepShort(session, compact === true ? {} : compact);
  const conversations = new WeakMap<CallParams, readonly string[]>();
  let seen: Seen | undefined;
  let told = "";
  let last: string | undefined;

  const add = (message: NewMessage, to: Seen | undefined) => {
    last = session.add(message).id;
    to?.add(knownAs(message, redact));
  };
  /** The program may add messages itself: they are in the prompt, and not to be there twice. */
  const lookAround = (): Seen => {
    const known = spokenIn(session, seen === undefined ? LOOKED_AT : LOOKED_AT_AGAIN);
    const since = known.slice(known.findIndex(({ id }) => id === last) + 1);
    last = known.at(-1)?.id;
    if (seen === undefined) return keepSeen(known.map((message) => knownAs(message, redact)));
    for (const message of since) seen.add(knownAs(message, redact));
    return seen;
  };
  const record = (messages: readonly NewMessage[]): readonly string[] => {
    seen = lookAround();
    const prints = messages.map((message) => printOf(message, redact));
    for (const message of messages.slice(seen.knownIn(prints))) add(message, seen);
    seen.note(prints, false);
    return prints;
  };
  const recordAnswer = (params: CallParams, answer: NewMessage | undefined) => {
    if (answer === undefined) return;
    add(answer, seen);
    const asked = conversations.get(params);
    if (asked !== undefined) seen?.note([...asked, printOf(answer, redact)], true);
  };

  return {
    specificationVersion: "v4",
    async transformParams({ params }) {
      const { prompt } = params;
      const start = prompt.findIndex(({ role }) => role !== "system");
      if (start === -1) return params;
      const [instructions, conversation] = [prompt.slice(0, start), prompt.slice(start)];
      const messages = attempt(() => conversation.filter(isSpoken).map(readModelMessage));
      const prints = messages && attempt(() => record(messages));
      if (messages === undefined || prints === undefined) return params;
      const { left, isCut } = await shortened(conversation);
      // While a loop of tools goes on the same instructions stand before it: the provider may have them in its cache.
      const isLoop = conversation.at(-1)?.role === "tool" && told !== "";
      if (remember && (!isLoop || isCut))
        told = attempt(() => session.context({ last: Math.min(LOOKED_AT, left.length) }).system) ?? "";
      const system: Prompt = remember && told !== "" ? [{ role: "system", content: told }] : [];
      const transformed = { ...params, prompt: [...instructions, ...system, ...left] };
      conversations.set(transformed, prints);
      return transformed;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      attempt(() => recordAnswer(params, answerOf(result.content, result.finishReason.unified)));
      return result;
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      const gathered = gather();
      let isRecorded = false;
      const finish = () => {
        if (isRecorded) return;
        isRecorded = true;
        callOff();
        params.abortSignal?.removeEventListener("abort", finish);
        attempt(() => recordAnswer(params, gathered.answer()));
      };
      // Whoever stops a stream may never read its end, nor say so.
      const callOff = beforeClose(session, finish);
      params.abortSignal?.addEventListener("abort", finish, { once: true });
      const onPart = (part: StreamPart) => {
        attempt(() => gathered.take(part));
        if (part.type === "finish") finish();
      };
      return { stream: watchStream(stream, onPart, finish), ...rest };
    },
  };

  async function shortened(conversation: Prompt): Promise<Shortened> {
    const whole = { left: conversation, isCut: false };
    try {
      return (await short?.(conversation)) ?? whole;
    } catch (error) {
      tell(onError, error);
      return whole;
    }
  }
}

function requireSession(session: unknown): void {
  const isOne =
    typeof session === "object" &&
    session !== null &&
    "add" in session &&
    typeof session.add === "function" &&
    "context" in session;
  if (isOne) return;
  throw wrong(
    `tidemarkMiddleware needs a session, and was given ${session === undefined ? "none" : kindOf(session)}.`,
    "Give it what sessions.create(), resumeLast() or open() gave back.",
  );
}

function readOptions(options: MiddlewareOptions | undefined) {
  const read: MiddlewareOptions = requireOptions(options, "The options of tidemarkMiddleware", [
    "remember",
    "compact",
    "onError",
  ]);
  const { remember = true, compact = false, onError } = read;
  if (onError !== undefined && typeof onError !== "function")
    throw wrong(`onError must be a function, and is ${kindOf(onError)}.`);
  if (typeof compact !== "boolean" && (typeof compact !== "object" || compact === null))
    throw wrong(`compact must be true, false or its settings, and is ${kindOf(compact)}.`);
  return { remember: requireFlag(remember, "remember"), compact, onError };
}

function spokenIn(session: Session, last: number): Message[] {
  return [...session.history({ last })].filter(({ role }) => role !== "system");
}

function knownAs(message: NewMessage, redact: Redact): KnownMessage {
  return { print: printOf(message, redact), isIncomplete: message.incomplete === true };
}

function isSpoken({ role }: Prompt[number]): boolean {
  return role !== "system";
}

function tell(onError: MiddlewareOptions["onError"], error: unknown): void {
  try {
    onError?.(error);
  } catch {
    // Even a complaint that fails must not break the call.
  }
}

/**
 * The same stream, watched. `onEnd` is called once, before whoever reads learns of the end: it came, it broke, or nobody
 * wants the rest. What is thrown by those who watch must be dealt with by them.
 */
function watchStream<T>(
  stream: ReadableStream<T>,
  onPart: (part: T) => void,
  onEnd: () => void,
): ReadableStream<T> {
  const reader = stream.getReader();
  let isOver = false;
  const end = () => {
    if (!isOver) onEnd();
    isOver = true;
  };
  return new ReadableStream<T>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        onPart(value);
        controller.enqueue(value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}
