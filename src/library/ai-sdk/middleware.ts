import type { LanguageModelMiddleware } from "ai";
import { requireFlag, requireOptions, typeName, wrong } from "../check.js";
import type { NewMessage } from "../message/message.js";
import { beforeClose, redactOf } from "../session-inside.js";
import type { Session } from "../tidemark.js";
import { answerOf, gatherAnswer } from "./answer.js";
import { readModelMessage } from "./from-model-messages.js";
import type { CallParams, Prompt, StreamPart } from "./sdk.js";
import { fingerprintOf, openSeen, type Seen } from "./seen.js";
import { type CompactSettings, openShortener, type Shortened } from "./shorten.js";

export interface MiddlewareOptions {
  /** Adds the session's knowledge to the prompt, behind the program's instructions. Defaults to true. */
  readonly remember?: boolean;
  /** Drops older messages from the prompt once it has too many tokens; the session summarizes them. */
  readonly compact?: boolean | CompactSettings;
  /** Receives errors of the memory. The call to the model continues in any case. */
  readonly onError?: (error: unknown) => void;
}

/** Messages of the session that the first prompt is compared with. */
const MAX_COMPARED = 500;
/** Messages that are read at each further prompt, to find those added meanwhile. */
const MAX_NEW = 20;

/**
 * A middleware for `wrapLanguageModel` of the AI SDK that records the conversation in a session, each message once even in
 * a loop of tools. Instructions are the program's own and are not recorded. Streams pass through unchanged; an
 * interrupted answer is kept as incomplete.
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
  const report = (error: unknown): undefined => {
    try {
      onError?.(error);
    } catch {
      // An error handler that fails must not break the call.
    }
  };
  const attempt = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      return report(error);
    }
  };
  const shortener = compact === false ? undefined : openShortener(session, compact === true ? {} : compact);
  const conversations = new WeakMap<CallParams, readonly string[]>();
  let seen: Seen | undefined;
  let systemText = "";
  let last: string | undefined;

  const knownAs = (message: NewMessage) => ({
    fingerprint: fingerprintOf(message, redact),
    isIncomplete: message.incomplete === true,
  });
  const add = (message: NewMessage, to: Seen | undefined) => {
    last = session.add(message).id;
    to?.add(knownAs(message));
  };
  /** Notes messages that the program added itself: the prompt has them, too. */
  const refreshSeen = (): Seen => {
    const history = session.history({ last: seen === undefined ? MAX_COMPARED : MAX_NEW });
    const known = [...history].filter(({ role }) => role !== "system");
    const since = known.slice(known.findIndex(({ id }) => id === last) + 1);
    last = known.at(-1)?.id;
    if (seen === undefined) return openSeen(known.map(knownAs));
    for (const message of since) seen.add(knownAs(message));
    return seen;
  };
  const record = (messages: readonly NewMessage[]): readonly string[] => {
    seen = refreshSeen();
    const fingerprints = messages.map((message) => fingerprintOf(message, redact));
    for (const message of messages.slice(seen.knownIn(fingerprints))) add(message, seen);
    seen.note(fingerprints, false);
    return fingerprints;
  };
  const recordAnswer = (params: CallParams, answer: NewMessage | undefined) => {
    if (answer === undefined) return;
    add(answer, seen);
    const asked = conversations.get(params);
    if (asked !== undefined) seen?.note([...asked, fingerprintOf(answer, redact)], true);
  };
  const shorten = async (conversation: Prompt): Promise<Shortened> =>
    (await shortener?.(conversation).catch(report)) ?? { left: conversation, isCut: false };

  return {
    specificationVersion: "v4",
    async transformParams({ params }) {
      const { prompt } = params;
      const start = prompt.findIndex(({ role }) => role !== "system");
      if (start === -1) return params;
      const [instructions, conversation] = [prompt.slice(0, start), prompt.slice(start)];
      const fingerprints = attempt(() =>
        record(conversation.filter(({ role }) => role !== "system").map(readModelMessage)),
      );
      if (fingerprints === undefined) return params;
      const { left, isCut } = await shorten(conversation);
      // A loop of tools keeps its system text, which the provider may have cached.
      const isLoop = conversation.at(-1)?.role === "tool" && systemText !== "";
      if (remember && (!isLoop || isCut))
        systemText =
          attempt(() => session.context({ last: Math.min(MAX_COMPARED, left.length) }).system) ?? "";
      const system: Prompt = remember && systemText !== "" ? [{ role: "system", content: systemText }] : [];
      const transformed = { ...params, prompt: [...instructions, ...system, ...left] };
      conversations.set(transformed, fingerprints);
      return transformed;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      attempt(() => recordAnswer(params, answerOf(result.content, result.finishReason.unified)));
      return result;
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      const gathered = gatherAnswer();
      let isRecorded = false;
      const finish = () => {
        if (isRecorded) return;
        isRecorded = true;
        callOff();
        params.abortSignal?.removeEventListener("abort", finish);
        attempt(() => recordAnswer(params, gathered.answer()));
      };
      // A program that stops a stream may never read its end.
      const callOff = beforeClose(session, finish);
      params.abortSignal?.addEventListener("abort", finish, { once: true });
      const onPart = (part: StreamPart) => {
        attempt(() => gathered.take(part));
        if (part.type === "finish") finish();
      };
      return { stream: watchStream(stream, onPart, finish), ...rest };
    },
  };
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
    `tidemarkMiddleware needs a session, and was given ${session === undefined ? "none" : typeName(session)}.`,
    "Give it what sessions.create(), resumeLast() or open() gave back.",
  );
}

function readOptions(options: MiddlewareOptions | undefined) {
  const known = ["remember", "compact", "onError"] as const;
  const read: MiddlewareOptions = requireOptions(options, "The options of tidemarkMiddleware", known);
  const { remember = true, compact = false, onError } = read;
  if (onError !== undefined && typeof onError !== "function")
    throw wrong(`onError must be a function, and is ${typeName(onError)}.`);
  if (typeof compact !== "boolean" && (typeof compact !== "object" || compact === null))
    throw wrong(`compact must be true, false or its settings, and is ${typeName(compact)}.`);
  return { remember: requireFlag(remember, "remember"), compact, onError };
}

/** Passes a stream on. `onEnd` is called once, before the reader learns of its end, failure or cancellation. */
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
