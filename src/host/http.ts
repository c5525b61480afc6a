import { setTimeout as sleep } from "node:timers/promises";
import { stripAnsi } from "../ansi.js";
import { type ErrorCode, TidemarkError } from "../error.js";
import { now } from "./clock.js";
import { errorWords, textAt } from "./json-path.js";
import type { Watch } from "./watch.js";

/** An HTTP server, and hints for the user if it fails. */
export interface Server {
  /** The code of its errors. */
  readonly code: ErrorCode;
  readonly url: string;
  /** Never shown in a message. */
  readonly key: string | undefined;
  readonly hint: {
    readonly unreachable: string;
    readonly late: string;
    readonly unreadable: string;
    readonly key: string;
    /** For any other status below 500. */
    refused(status: number): string | undefined;
  };
  /** Explains a refusal by its words; `said` is the part of them that may be shown. */
  explain?(status: number, words: string, said: string): ServerFailure | undefined;
}

export interface Post {
  /** Below the server's address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  body(): object;
  readonly timeouts: Timeouts;
  /** Adapts to the reason of a refusal; true if the next body differs. */
  adapt?(words: string): boolean;
}

/** In milliseconds. */
interface Timeouts {
  /** Until the server begins to answer. */
  readonly connect: number;
  /** From there to the first byte. */
  readonly first: number;
  /** Between two bytes. */
  readonly silence: number;
}

interface Details {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** A retry may succeed. */
  readonly isPassing?: boolean;
  readonly isLate?: boolean;
  readonly status?: number;
  /** The pause that the server asks for, in milliseconds. */
  readonly pause?: number | undefined;
}

export class ServerFailure extends TidemarkError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly details: Details,
  ) {
    const { hint, cause } = details;
    super(code, message, { hint, cause });
  }
}

/** `what` continues a sentence after the server's name. */
export function failure(server: Server, what: string, details: Details): ServerFailure {
  return new ServerFailure(server.code, `${new URL(server.url).host} ${what}.`, details);
}

/** A server that asks for a longer pause is not retried. */
const MAX_PAUSE_MS = 60_000;

export interface Tries {
  readonly tries: number;
  /** Pause before the second try in milliseconds; doubled for each further one, unless the server asks for another. */
  readonly backoff: number;
  /** Milliseconds left for all tries. */
  left?(): number;
}

/** Retries while the server is busy. Throws the signal's reason if it is aborted. */
export async function retry<T>(
  { tries, backoff, left = () => Number.POSITIVE_INFINITY }: Tries,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
  mayRetry: (details: Details) => boolean,
): Promise<T> {
  for (let n = 1; ; n++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServerFailure)) throw error;
      signal?.throwIfAborted();
      const pause = error.details.pause ?? backoff * 2 ** (n - 1);
      const isWorthWaiting = pause <= MAX_PAUSE_MS && pause < left();
      if (n >= tries || !isWorthWaiting || !mayRetry(error.details)) throw error;
      await sleep(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** Sends JSON and yields the bytes of the answer. Throws `ServerFailure`. */
export async function* post(server: Server, request: Post, watch: Watch): AsyncGenerator<Uint8Array> {
  const response = await send(server, request, watch);
  const { status, headers } = response;
  if (!response.ok) {
    const text = await refusalIn(response, server, watch);
    if ((status === 400 || status === 422) && request.adapt?.(text)) yield* post(server, request, watch);
    else throw refused(server, status, headers, text);
    return;
  }
  if (/^text\/html\b/i.test(headers.get("content-type") ?? ""))
    throw unreadable(server, "answered with a web page");
  yield* chunksOf(response, server, request.timeouts, watch);
}

export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

export function brokeOff(server: Server, cause?: unknown): ServerFailure {
  const details = { hint: "Try again.", cause, isPassing: true };
  return failure(server, "broke off in the middle of its answer", details);
}

export function unreadable(server: Server, what: string, cause?: unknown): ServerFailure {
  return failure(server, what, { hint: server.hint.unreadable, cause });
}

export function late(server: Server, what: string, ms: number): ServerFailure {
  return failure(server, `${what} ${ms / 1_000} seconds`, { hint: server.hint.late, isLate: true });
}

const MAX_SAID_CHARS = 200;

/** A server's own words as a short line, without the key or parts that identify it. */
export function printable({ key }: Pick<Server, "key">, words: string): string {
  const line = stripAnsi(words)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .split(" ")
    .map((word) => (key && reveals(word, key) ? "[key]" : word))
    .join(" ");
  return line.slice(0, MAX_SAID_CHARS).toWellFormed().replace(/\.$/, "");
}

export function colon(said: string): string {
  return said === "" ? "" : `: ${said}`;
}

function reveals(word: string, key: string): boolean {
  return key.length < 12
    ? word.includes(key)
    : word.includes(key.slice(0, 6)) || word.includes(key.slice(-6));
}

async function send(server: Server, request: Post, watch: Watch): Promise<Response> {
  const address = new URL(server.url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}${request.path}`;
  const body = JSON.stringify(request.body());
  watch.wait({ what: "gave no answer within", ms: request.timeouts.connect });
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...request.headers },
      body,
      // The user allowed no other server to see the texts and the key.
      redirect: "manual",
      signal: watch.signal,
    });
  } catch (cause) {
    throw lateness(server, watch) ?? unreachable(server, cause);
  }
}

async function* chunksOf(
  response: Response,
  server: Server,
  { first, silence }: Pick<Timeouts, "first" | "silence">,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  watch.wait({ what: "sent nothing for", ms: first });
  const chunks = response.body?.[Symbol.asyncIterator]();
  if (chunks === undefined) throw unreadable(server, "answered with nothing");
  while (true) {
    let next: IteratorResult<Uint8Array>;
    try {
      next = await chunks.next();
    } catch (cause) {
      throw lateness(server, watch) ?? brokeOff(server, cause);
    }
    if (next.done) return;
    watch.wait({ what: "was silent for", ms: silence });
    yield next.value;
  }
}

const MAX_REFUSAL_CHARS = 64 << 10;
const REFUSAL_TIMEOUTS = { first: 5_000, silence: 5_000 };

/** The beginning of a refusal's body, as far as it arrives in time. */
async function refusalIn(response: Response, server: Server, watch: Watch): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of chunksOf(response, server, REFUSAL_TIMEOUTS, watch)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_REFUSAL_CHARS) break;
    }
  } catch (error) {
    if (!(error instanceof ServerFailure)) throw error;
  }
  return text;
}

function lateness(server: Server, { late: found }: Watch): ServerFailure | undefined {
  return found && late(server, found.what, found.ms);
}

/** Error codes of broken connections, which may recover; a closed port does not. */
const BROKEN: readonly string[] = [
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
];

function unreachable(server: Server, cause: unknown): ServerFailure {
  const code = codeOf(cause);
  const hint = /CERT|SELF_SIGNED|UNABLE_TO/.test(code)
    ? "Its certificate is not trusted here. Where a proxy is in between: NODE_EXTRA_CA_CERTS"
    : server.hint.unreachable;
  const what = `cannot be reached${code === "" ? "" : ` (${code})`}`;
  return failure(server, what, { hint, cause, isPassing: BROKEN.includes(code) });
}

function codeOf(error: unknown): string {
  for (const one of [error, error instanceof Error ? error.cause : undefined]) {
    const code = one instanceof Error && "code" in one ? one.code : undefined;
    if (typeof code === "string") return code;
  }
  return "";
}

const PASSING: readonly number[] = [408, 409, 425, 429];

function refused(server: Server, status: number, headers: Headers, text: string): ServerFailure {
  const { hint } = server;
  const value = jsonOrNothing(text);
  const words = `${textAt(value, "error", "type")} ${textAt(value, "error", "code")} ${errorWords(value)}`;
  const said = printable(server, errorWords(value));
  const explained = server.explain?.(status, words, said);
  if (explained !== undefined) return explained;
  if (status === 401 || status === 403) {
    // The server may quote the key.
    const what = server.key === undefined ? "wants a key" : "refuses the key";
    return failure(server, `${what} (${status})`, { hint: hint.key, status });
  }
  if (status >= 300 && status < 400) {
    const what = `points to another address (${status}), which is not followed`;
    return failure(server, what, { hint: "Write that address yourself.", status });
  }
  const isPassing = (status >= 500 || PASSING.includes(status)) && headers.get("x-should-retry") !== "false";
  const retrying = { status, isPassing, pause: pauseIn(headers) };
  if (status === 429) {
    const what = `is asked too much (429)${colon(said)}`;
    return failure(server, what, { hint: "Wait a while, then try again.", ...retrying });
  }
  const then = status >= 500 ? "It is busy or broken: try again in a while." : hint.refused(status);
  return failure(server, `answered ${status}${colon(said)}`, { hint: then, ...retrying });
}

/** Reads seconds or a date, or milliseconds in the header of some makers. */
function pauseIn(headers: Headers): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (exact >= 0) return exact;
  const said = headers.get("retry-after");
  if (said === null || said.trim() === "") return undefined;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - now() : seconds * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A web page: its status says enough.
  }
}
