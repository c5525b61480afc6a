/** What a server sent cannot be read as an answer. The sentence goes on after the server's name. */
export class Unreadable extends Error {}

// An answer of any length comes in small pieces; what is larger is no answer.
const LONGEST_LINE = 1 << 20;
const MOST_BYTES = 64 << 20;

/** The lines of a stream, however it was cut into chunks: inside a character, or between the two signs of a line's end. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let line = "";
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Unreadable("sends without end");
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    const [first = "", ...more] = (isAfterReturn ? text.replace(/^\n/, "") : text).split(/\r\n|\r|\n/);
    isAfterReturn = text.endsWith("\r");
    line += first;
    for (const next of more) {
      yield line;
      line = next;
    }
    if (line.length > LONGEST_LINE) throw new Unreadable("sent a line without an end");
  }
  line += decoder.decode();
  if (line !== "") yield line;
}
