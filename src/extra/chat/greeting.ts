import { basename } from "node:path";
import { messageText } from "../../event/message-text.js";
import { now } from "../../host/clock.js";
import type { Message } from "../../library/message/message.js";
import type { SessionInfo } from "../../library/tidemark.js";
import { idStart } from "../../model/fold/stamp.js";
import { clean, shorten } from "../../render/clean.js";
import { count, print, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { isUnanswered, withoutReplaced } from "./ask-model.js";
import type { Talk } from "./talk.js";

const MAX_MESSAGE_CHARS = 160;

export function greet(talk: Talk): void {
  const model = talk.model?.name ?? "no model";
  print(
    `${style.bold("Tidemark chat")} ${style.dim(`${basename(process.cwd())} · ${model} · /help, Ctrl-D quits`)}`,
  );
}

/** Prints which session is open and its last messages. Returns whether an answer is missing. */
export function sayWhere(talk: Talk): boolean {
  const info = talk.info();
  if (info === undefined) {
    print(style.dim(`A new session, ${idStart(talk.session.id)}.`));
    return false;
  }
  const { messages } = talk.context();
  talk.seen = messages.at(-1)?.id;
  print(style.dim(`Going on with ${aboutSession(info)}. /new begins another.`));
  const from = messages.findLastIndex(({ role }) => role === "user");
  for (const message of withoutReplaced(messages.slice(Math.max(0, from))).slice(0, 2))
    print(shortly(message));
  return talk.model !== undefined && sayUnanswered(messages);
}

/** "session 0mi1zq8k2abc: 24 messages, last 2 h ago". */
function aboutSession({ id, messages, lastAt, tags, from }: SessionInfo): string {
  const tagged = tags.map((tag) => ` #${clean(tag)}`).join("");
  const said = count(messages, "message");
  const origin = from === undefined ? said : `a branch of ${idStart(from)} with ${said} of its own`;
  return `session ${idStart(id)}: ${origin}, last ${ago(lastAt, now())}${tagged}`;
}

function shortly({ role, content }: Message): string {
  const who = role === "assistant" ? style.cyan("model") : style.green("you  ");
  return `  ${who}  ${shorten(clean(messageText(content)), MAX_MESSAGE_CHARS)}`;
}

function sayUnanswered(messages: readonly Message[]): boolean {
  if (!isUnanswered(messages)) return false;
  const what =
    messages.at(-1)?.role === "assistant" ? "The last answer was cut off." : "The answer is missing.";
  print(style.yellow(`${what} Enter or /retry asks again.`));
  return true;
}
