import { TidemarkError } from "../../error.js";
import { uptime } from "../../host/clock.js";
import { waitFor } from "../../host/wait-for.js";
import type { Answer, LanguageModel, Question } from "../port.js";
import type { Protocol } from "../protocol/protocol.js";
import { attempt } from "./attempt.js";
import { Failed, late } from "./failure.js";
import type { ModelServer } from "./server.js";

// Who is to wait longer is told so, and may do something else meanwhile.
const LONGEST_PAUSE = 60_000;
const STOPPED: Answer = { text: "", end: "stopped", usage: {} };

/** A model behind a server: asked again while it is busy and nothing of an answer was handed over. */
export function servedModel(server: ModelServer, protocol: Protocol): LanguageModel {
  const { name, price, patience } = server;

  async function ask(question: Question, onText: (piece: string) => void = () => {}): Promise<Answer> {
    requireAnswerable(question);
    const { signal } = question;
    const end = uptime() + patience.total;
    for (let n = 1; ; n++) {
      if (signal?.aborted) return STOPPED;
      const left = end - uptime();
      if (left <= 0) throw late(server, "gave no answer within", patience.total).error;
      try {
        return await attempt(server, protocol, question, onText, left);
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
        const { failure } = error;
        if (signal?.aborted) return STOPPED;
        const pause = failure.pause ?? patience.backoff * 2 ** (n - 1);
        const isWorthWaiting = pause <= LONGEST_PAUSE && pause < end - uptime();
        if (!failure.isPassing || n >= patience.tries || !isWorthWaiting) throw failure.error;
        try {
          await waitFor(pause, signal);
        } catch {
          return STOPPED; // Nobody wants the answer any more.
        }
      }
    }
  }

  return { name, ...(price === undefined ? {} : { price }), ask };
}

/** A program in plain JavaScript may give anything. */
function requireAnswerable({ most, messages, system = "" }: Question): void {
  const isText = (value: unknown) => typeof value === "string";
  const isTurn = (turn: Question["messages"][number]) =>
    (turn?.role === "user" || turn?.role === "assistant") && isText(turn.content);
  if (!isText(system) || !Array.isArray(messages) || !messages.every(isTurn))
    throw new TidemarkError("bad-argument", "A question is messages of a user and an assistant, as texts.");
  if (!Number.isSafeInteger(most) || most < 1)
    throw new TidemarkError("bad-argument", "The longest answer has to be a number of tokens.");
}
