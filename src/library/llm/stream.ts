import { createParser } from "eventsource-parser";

/** What a server sent cannot be read as an answer. The sentence goes on after the server's name. */
export class Unreadable extends Error {}

// An answer of any length comes in small pieces; anything larger is not an answer.
const MAX_PIECE_CHARS = 1 << 20;
const MAX_BYTES = 64 << 20;

/** One event of a stream of server-sent events. */
export interface Sent {
  readonly event: string;
  readonly data: string;
}

/** The events of a stream. The last one counts even if the empty line after it is missing: some servers leave it out. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Sent> {
  const events: Sent[] = [];
  let text = "";
  let failure: Unreadable | undefined;
  const parser = createParser({
    maxBufferSize: MAX_PIECE_CHARS,
    onEvent: ({ event = "", data }) => events.push({ event, data }),
    onError({ type, line = "" }) {
      if (type === "max-buffer-size-exceeded")
        failure ??= new Unreadable(`sent ${/[\r\n]/.test(text) ? "an event" : "a line"} without an end`);
      // A proxy's page, or an answer that is not streamed.
      if (/^\s*</.test(line)) failure ??= new Unreadable("answered with a web page");
      if (/^\s*[{[]/.test(line)) failure ??= new Unreadable("answered with something that is no stream");
    },
  });
  for await (text of readText(chunks)) {
    parser.feed(text);
    yield* events.splice(0);
    if (failure !== undefined) throw failure;
  }
  parser.feed("\n\n");
  yield* events;
  if (failure !== undefined) throw failure;
}

/** The lines of a stream of JSON values. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of readText(chunks)) {
    const [first = "", ...more] = text.split("\n");
    rest += first;
    for (const next of more) {
      yield rest;
      rest = next;
    }
    if (rest.length > MAX_PIECE_CHARS) throw new Unreadable("sent a line without an end");
  }
  if (rest !== "") yield rest;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable("sent a piece that cannot be read");
  }
}

async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Unreadable("sends without end");
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}
