import { bearer, post, retry, type Server, unreadable } from "../../host/http.js";
import { Watch } from "../../host/watch.js";

export interface Retries {
  /** For one answer, in milliseconds. */
  readonly timeout: number;
  readonly tries: number;
  /** Before the second try, in milliseconds; doubled before each further one. */
  readonly backoff: number;
}

export interface Asking {
  readonly url: string;
  readonly path: string;
  readonly body: object;
  readonly key?: string | undefined;
  /** Advice for a person if the server does not answer. */
  readonly hint: string;
  readonly retries?: Retries | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A first answer may have to wait until the model is loaded. */
const DEFAULT_RETRIES: Retries = { timeout: 60_000, tries: 4, backoff: 500 };

/** Sends JSON to an embedding server and returns the JSON of its answer. */
export function askServer(asking: Asking): Promise<unknown> {
  const { retries = DEFAULT_RETRIES, signal } = asking;
  return retry(
    retries,
    signal,
    () => askOnce(asking, retries.timeout),
    ({ isPassing = false, isLate = false }) => isPassing || isLate,
  );
}

async function askOnce({ url, path, body, key, hint, signal }: Asking, timeout: number): Promise<unknown> {
  const server: Server = {
    code: "embedder-failed",
    url,
    key,
    hint: {
      unreachable: hint,
      late: hint,
      unreadable: "Is this the address of an embedding server?",
      key: "Look at TIDEMARK_EMBEDDER_KEY.",
      refused: (status) =>
        status === 404 ? "Is the model installed there, and the address right?" : undefined,
    },
  };
  const timeouts = { connect: timeout, first: timeout, silence: timeout };
  const request = { path, headers: bearer(key), body: () => body, timeouts };
  const watch = new Watch(signal, timeout, "gave no answer within");
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of post(server, request, watch)) chunks.push(chunk);
  } finally {
    watch.end();
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (cause) {
    throw unreadable(server, "answered with no JSON", cause);
  }
}
