import { Unreadable } from "./lines.js";

/** One event of a stream of server-sent events. */
export interface Sent {
  readonly event: string;
  readonly data: string;
}

const LONGEST_EVENT = 1 << 20;

/** The events in some lines. The last one counts even if the empty line after it is missing: some servers leave it out. */
export async function* readSent(lines: AsyncIterable<string>): AsyncGenerator<Sent> {
  let event = "";
  let data: string[] = [];
  let size = 0;
  for await (const line of lines) {
    if (line === "") {
      if (data.length > 0) yield { event, data: data.join("\n") };
      event = "";
      data = [];
      size = 0;
      continue;
    }
    // A page of a proxy, or an answer that is not streamed: what it says is looked for elsewhere.
    if (/^\s*[<{[]/.test(line)) throw new Unreadable(whatItIs(line));
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") event = value;
    if (field !== "data") continue;
    data.push(value);
    size += value.length;
    if (size > LONGEST_EVENT) throw new Unreadable("sent an event without an end");
  }
  if (data.length > 0) yield { event, data: data.join("\n") };
}

function whatItIs(line: string): string {
  return line.trimStart().startsWith("<")
    ? "answered with a web page"
    : "answered with something that is no stream";
}
