import { TidemarkError } from "../error.js";
import { waitFor } from "./wait-for.js";

export interface Patience {
  /** For one answer, in milliseconds. */
  readonly timeout: number;
  readonly tries: number;
  /** Before the second try, in milliseconds; doubled before each further one. */
  readonly backoff: number;
}

export interface Post {
  readonly url: string;
  readonly body: unknown;
  /** Sent as a bearer token, and kept out of every message. */
  readonly key?: string | undefined;
  /** What a person can do where nobody answers. */
  readonly hint: string;
  readonly patience: Patience;
  readonly signal?: AbortSignal | undefined;
}

/** A first answer may have to wait for the model to be loaded. */
export const PATIENCE: Patience = { timeout: 60_000, tries: 4, backoff: 500 };

// What may be otherwise a moment later: the line broke. That nobody listens will be the same.
const PASSING: readonly unknown[] = ["ECONNRESET", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "UND_ERR_SOCKET"];
const REFUSALS: readonly number[] = [400, 413, 422];
const LONGEST_PAUSE = 30_000;
const LONGEST_SAID = 200;

/** A server does not take what it was sent: too long, or not to its liking. */
export class Refusal extends TidemarkError {}

/** Sends JSON and returns the JSON that is answered. A server that is busy is asked again; what is wrong is said at once. */
export async function postJson(request: Post): Promise<unknown> {
  const { patience, signal } = request;
  for (let n = 1; ; n++) {
    const outcome = await attempt(request);
    if ("answer" in outcome) return outcome.answer;
    if (!outcome.isPassing || n >= patience.tries) throw outcome.error;
    const pause = outcome.pause ?? patience.backoff * 2 ** (n - 1);
    await waitFor(Math.min(pause, LONGEST_PAUSE), signal);
  }
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly error: TidemarkError; readonly isPassing: boolean; readonly pause?: number };

async function attempt({ url, body, key, hint, patience, signal }: Post): Promise<Outcome> {
  const timeout = AbortSignal.timeout(patience.timeout);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      // Elsewhere is not where the person said the texts and the key may go.
      redirect: "error",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    return response.ok ? readAnswer(url, text) : refused(url, response, text, key);
  } catch (cause) {
    signal?.throwIfAborted();
    const host = new URL(url).host;
    if (timeout.aborted) {
      const error = failure(`${host} gave no answer within ${patience.timeout / 1_000} seconds.`, hint);
      return { error, isPassing: true };
    }
    const isPassing = PASSING.includes(codeOf(cause));
    return { error: failure(`${host} cannot be reached.`, hint, cause), isPassing };
  }
}

function readAnswer(url: string, text: string): Outcome {
  try {
    return { answer: JSON.parse(text) };
  } catch (cause) {
    const hint = "Is this the address of an embedding server?";
    return { error: failure(`${new URL(url).host} answered with no JSON.`, hint, cause), isPassing: false };
  }
}

function refused(url: string, response: Response, text: string, key: string | undefined): Outcome {
  const { status } = response;
  const host = new URL(url).host;
  if (status === 401 || status === 403) {
    // What the server says may quote the key.
    const error = failure(`${host} refuses the key (${status}).`, "Look at TIDEMARK_EMBEDDER_KEY.");
    return { error, isPassing: false };
  }
  const said = whatIsSaid(text, key);
  const hint = status === 404 ? "Is the model installed there, and the address right?" : undefined;
  const message = `${host} answered ${status}${said === "" ? "" : `: ${said}`}.`;
  const error = REFUSALS.includes(status) ? new Refusal("embedder-failed", message) : failure(message, hint);
  const pause = Number(response.headers.get("retry-after") ?? Number.NaN) * 1_000;
  const isPassing = status === 429 || status >= 500;
  return { error, isPassing, ...(Number.isFinite(pause) && pause >= 0 ? { pause } : {}) };
}

/** The server's own words, in a line: `{"error": "…"}` or `{"error": {"message": "…"}}`. */
function whatIsSaid(text: string, key: string | undefined): string {
  let said: unknown;
  try {
    const { error }: { error?: unknown } = JSON.parse(text);
    const inner: { message?: unknown } =
      typeof error === "object" && error !== null ? error : { message: error };
    said = inner.message;
  } catch {
    return ""; // A page for people: its status says enough.
  }
  if (typeof said !== "string") return "";
  const safe = key === undefined || key === "" ? said : said.replaceAll(key, "[key]");
  return safe.replace(/\s+/g, " ").trim().replace(/\.$/, "").slice(0, LONGEST_SAID);
}

function failure(message: string, hint?: string, cause?: unknown): TidemarkError {
  return new TidemarkError("embedder-failed", message, { ...(hint === undefined ? {} : { hint }), cause });
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== "object" || cause === null) return undefined;
  const inner: { code?: unknown } = cause;
  return inner.code;
}
