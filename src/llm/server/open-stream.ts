import { now } from "../../host/clock.js";
import type { Question } from "../port.js";
import type { Protocol } from "../protocol/protocol.js";
import { brokeOff, Failed, type Failure, late, unreachable, unreadable } from "./failure.js";
import { refused } from "./refused.js";
import type { ModelServer } from "./server.js";
import type { Watch } from "./watch.js";

const LONGEST_REFUSAL = 64 << 10;
const REFUSAL_PATIENCE = { first: 5_000, silence: 5_000 };

/** Sends a question and gives back the bytes of the answer as they come. Throws `Failed`. */
export async function* openStream(
  server: ModelServer,
  protocol: Protocol,
  question: Question,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  const response = await send(server, protocol, question, watch);
  if (!response.ok) {
    const { status, headers } = response;
    const text = await wordsOf(response, server, watch);
    if ((status === 400 || status === 422) && protocol.adapt?.(text)) {
      yield* openStream(server, protocol, question, watch);
      return;
    }
    throw new Failed(refused(server, { status, headers, text }, now()));
  }
  if (/^text\/html\b/i.test(response.headers.get("content-type") ?? ""))
    throw new Failed(unreadable(server, "answered with a web page"));
  yield* chunksOf(response, server, watch);
}

async function send(
  server: ModelServer,
  protocol: Protocol,
  question: Question,
  watch: Watch,
): Promise<Response> {
  const address = new URL(server.url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}${protocol.path}`;
  const body = JSON.stringify(protocol.body(question));
  watch.wait({ what: "gave no answer within", ms: server.patience.connect });
  try {
    return await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...protocol.headers(server.key) },
      body,
      // Elsewhere is not where the person said the texts and the key may go.
      redirect: "manual",
      signal: watch.signal,
    });
  } catch (cause) {
    throw new Failed(lateness(server, watch) ?? unreachable(server, cause));
  }
}

async function* chunksOf(response: Response, server: ModelServer, watch: Watch): AsyncGenerator<Uint8Array> {
  watch.wait({ what: "sent nothing for", ms: server.patience.first });
  const chunks = response.body?.[Symbol.asyncIterator]();
  if (chunks === undefined) throw new Failed(unreadable(server, "answered with nothing"));
  while (true) {
    const chunk = await nextOf(chunks, server, watch);
    if (chunk === undefined) return;
    watch.wait({ what: "was silent for", ms: server.patience.silence });
    yield chunk;
  }
}

async function nextOf(
  chunks: AsyncIterator<Uint8Array>,
  server: ModelServer,
  watch: Watch,
): Promise<Uint8Array | undefined> {
  try {
    const { done, value } = await chunks.next();
    return done ? undefined : value;
  } catch (cause) {
    throw new Failed(lateness(server, watch) ?? brokeOff(server, cause));
  }
}

function lateness(server: ModelServer, { late: found }: Watch): Failure | undefined {
  return found === undefined ? undefined : late(server, found.what, found.ms);
}

/** The beginning of what a server says about a refusal; what it does not say in time is not waited for. */
async function wordsOf(response: Response, server: ModelServer, watch: Watch): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const hurried = { ...server, patience: { ...server.patience, ...REFUSAL_PATIENCE } };
    for await (const chunk of chunksOf(response, hurried, watch)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > LONGEST_REFUSAL) break;
    }
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
  return text;
}
