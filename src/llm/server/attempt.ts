import type { Answer, Question, Usage } from "../port.js";
import { readLines, Unreadable } from "../protocol/lines.js";
import type { Protocol } from "../protocol/protocol.js";
import { brokenBy, brokeOff, declined, Failed, unreadable } from "./failure.js";
import { openStream } from "./open-stream.js";
import type { ModelServer } from "./server.js";
import { Watch } from "./watch.js";

// No token is that long on average: a server that sends more does not keep to what it was asked.
const CHARACTERS_A_TOKEN = 24;
// How long a server may keep the line open after the answer's end: its usage may follow.
const LAST_WORDS = 2_000;

/** Asks once. Throws `Failed` where another try is possible; what came before the asker stopped it is an answer. */
export async function attempt(
  server: ModelServer,
  protocol: Protocol,
  question: Question,
  onText: (piece: string) => void,
  total: number,
): Promise<Answer> {
  const watch = new Watch(question.signal, total);
  let text = "";
  let usage: Usage = {};
  let end: "done" | "full" | undefined;
  try {
    for await (const piece of protocol.read(readLines(openStream(server, protocol, question, watch)))) {
      if (watch.isStopped) break;
      if (piece.is === "error") throw new Failed(brokenBy(server, piece.kind, piece.words));
      if (piece.is === "refused") throw new Failed(declined(server, piece.words));
      if (piece.is === "usage") usage = { ...usage, ...piece.usage };
      if (piece.is === "end") {
        end = piece.end;
        watch.wait({ what: "was silent for", ms: Math.min(LAST_WORDS, server.patience.silence) });
      }
      if (piece.is !== "text" || end !== undefined) continue;
      const room = question.most * CHARACTERS_A_TOKEN - text.length;
      const more = piece.text.slice(0, room);
      text += more;
      if (more !== "") onText(more);
      if (piece.text.length > room) end = "full";
      if (end !== undefined) break;
    }
  } catch (error) {
    // What happens to the line after the answer's end takes nothing from it, and a stop is no failure.
    const isSettled = end !== undefined || watch.isStopped;
    if (!isSettled || !(error instanceof Failed || error instanceof Unreadable))
      throw told(server, error, text !== "");
  } finally {
    watch.end();
  }
  if (end !== undefined) return { text, end, usage };
  if (watch.isStopped) return { text, end: "stopped", usage };
  throw told(server, new Failed(brokeOff(server)), text !== "");
}

/** Pieces cannot be taken back: after the first there is no other try, which would say them twice. */
function told(server: ModelServer, error: unknown, hasBegun: boolean): unknown {
  const failed = error instanceof Unreadable ? new Failed(unreadable(server, error.message)) : error;
  return failed instanceof Failed && hasBegun ? failed.failure.error : failed;
}
