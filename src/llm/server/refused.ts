import type { TidemarkError } from "../../error.js";
import { MAKER_KEY, MODEL_KEY, SERVERS } from "../maker.js";
import { errorWords, textAt } from "../protocol/wire.js";
import { colon, type Failure, failed, NO_MODEL, TOO_LONG, tooLong, unknownModel } from "./failure.js";
import { sayable } from "./sayable.js";
import type { ModelServer } from "./server.js";

/** An answer with a status that is none of success. */
export interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const PASSING: readonly number[] = [408, 409, 425, 429];
const NO_MONEY = /insufficient_quota|credit balance|billing|exceeded your current quota/i;

/** Why a server refused, by its status and its words. */
export function refused(server: ModelServer, { status, headers, text }: Refused, now: number): Failure {
  const value = jsonOrNothing(text);
  const words = `${textAt(value, "error", "type")} ${textAt(value, "error", "code")} ${errorWords(value)}`;
  const failure = byStatus(server, status, words, sayable(server, errorWords(value)));
  const pause = pauseIn(headers, now);
  return {
    ...failure,
    isPassing: failure.isPassing && headers.get("x-should-retry") !== "false",
    ...(pause === undefined ? {} : { pause }),
  };
}

function byStatus(server: ModelServer, status: number, words: string, said: string): Failure {
  const lasting = (error: TidemarkError): Failure => ({ error, isPassing: false });
  const { host, model } = server;
  if (NO_MONEY.test(words))
    return lasting(failed(`${host} wants to be paid first${colon(said)}.`, "Look at your account there."));
  if (status === 401 || status === 403) {
    // What the server says may quote the key.
    const what = server.key === undefined ? "wants a key" : "refuses the key";
    return lasting(failed(`${host} ${what} (${status}).`, `Look at ${keyNames(server)}.`));
  }
  if (status >= 300 && status < 400) {
    // Elsewhere is not where the person said the texts and the key may go.
    return lasting(
      failed(
        `${host} points to another address (${status}), which is not followed.`,
        "Write that address yourself.",
      ),
    );
  }
  if (status === 413 || ((status === 400 || status === 422) && TOO_LONG.test(words)))
    return lasting(tooLong(server, said));
  if (status === 404 || NO_MODEL.test(words)) return lasting(unknownModel(server, said));
  if (status === 429)
    return {
      error: failed(`${host} is asked too much (429)${colon(said)}.`, "Wait a while, then try again."),
      isPassing: true,
    };
  const hint =
    status >= 500 ? `It is busy or broken: try again in a while.` : `Is ${model} meant for conversations?`;
  return {
    error: failed(`${host} answered ${status}${colon(said)}.`, hint),
    isPassing: status >= 500 || PASSING.includes(status),
  };
}

/** A maker's own key goes to no other server. */
function keyNames({ maker, url }: ModelServer): string {
  const own = MAKER_KEY[maker];
  return own === undefined || url !== SERVERS[maker] ? MODEL_KEY : `${own} or ${MODEL_KEY}`;
}

/** Seconds, or a date, or milliseconds in a header of some makers' own. */
function pauseIn(headers: Headers, now: number): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (exact >= 0) return exact;
  const said = headers.get("retry-after");
  if (said === null || said.trim() === "") return undefined;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - now : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A page for people: its status says enough.
  }
}
