import { createParser } from "eventsource-parser";

/** A server's response is not an answer. The message continues a sentence after the server's name. */
export class Unreadable extends Error {}

// Answers come in small pieces.
const MAX_PIECE_CHARS = 1 << 20;
const MAX_BYTES = 64 << 20;

/** A server-sent event. */
export interface Sent {
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events, even if the empty line after the last one is missing. */
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
      // The page of a proxy, or an answer that is not streamed.
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
