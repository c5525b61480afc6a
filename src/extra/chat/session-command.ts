import { basename } from "node:path";
import { TidemarkError } from "../../error.js";
import { messageText } from "../../event/message-text.js";
import { now } from "../../host/clock.js";
import type { Message } from "../../library/message/message.js";
import type { Session, SessionInfo } from "../../library/tidemark.js";
import { idStart } from "../../model/fold/stamp.js";
import { clean, shorten } from "../../render/clean.js";
import { count, print, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";
import { isUnanswered, withoutReplaced } from "./ask-model.js";
import type { ChatCommand } from "./command.js";
import type { Talk } from "./talk.js";

const MAX_SESSIONS = 15;
const MAX_TITLE_CHARS = 60;

export const sessionCommands: readonly ChatCommand[] = [
  { name: "sessions", what: "list the chats of this project", run: showSessions },
  { name: "resume", argument: "N|ID", what: "go on with one of them", run: resume },
  { name: "new", what: "begin another session", run: beginNew },
  { name: "branch", argument: "[NAME]", what: "go on in a copy; this one stays as it is", run: branch },
  { name: "tag", argument: "[TAG…] [-TAG…]", what: "put tags on this session, or take them off", run: tag },
];

function showSessions(talk: Talk): undefined {
  talk.listed = talk.memory.sessions.list({ limit: MAX_SESSIONS });
  if (talk.listed.length === 0) print(style.dim("There is no chat in this project yet."));
  for (const [at, info] of talk.listed.entries())
    print(sessionLine(info, at + 1, info.id === talk.session.id));
  if (talk.listed.length > 0) print(style.dim("/resume N goes on with one."));
}

function sessionLine(
  { id, lastAt, messages, title, tags, from }: SessionInfo,
  n: number,
  isOpen: boolean,
): string {
  const number = style.cyan(`${String(n).padStart(2)}${isOpen ? "*" : " "}`);
  const facts = `${ago(lastAt, now()).padEnd(14)} ${count(messages, "message").padEnd(13)}`;
  const origin = from === undefined ? "" : `(branch of ${idStart(from)})`;
  const tagged = tags.map((tag) => ` #${clean(tag)}`).join("");
  return `${number} ${style.bold(idStart(id))}  ${style.dim(facts)} ${shorten(clean(title || origin), MAX_TITLE_CHARS)}${style.dim(tagged)}`;
}

function resume(talk: Talk, which: string): undefined {
  if (which === "")
    throw new TidemarkError("bad-argument", "Say which session to go on with.", {
      hint: "/sessions lists them; then /resume 2, or the start of an id.",
    });
  // Ids are longer than any number of the list.
  const numbered = /^\d{1,3}$/.test(which) ? listed(talk)[Number(which) - 1] : undefined;
  talk.turnTo(opened(talk, numbered?.id ?? which));
  sayWhere(talk);
}

function opened({ memory }: Talk, id: string): Session {
  try {
    return memory.sessions.open(id);
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    throw new TidemarkError(error.code, error.message, {
      hint: "/sessions lists the chats of this project.",
      cause: error,
    });
  }
}

function listed(talk: Talk): readonly SessionInfo[] {
  if (talk.listed.length === 0) talk.listed = talk.memory.sessions.list({ limit: MAX_SESSIONS });
  return talk.listed;
}

function beginNew(talk: Talk): undefined {
  talk.turnTo(talk.memory.sessions.create());
  sayWhere(talk);
}

function branch(talk: Talk, name: string): undefined {
  const from = talk.session.id;
  talk.turnTo(talk.memory.sessions.branch(from, name === "" ? {} : { name }));
  print(`${idStart(talk.session.id)} goes on from here; ${idStart(from)} stays as it is.`);
}

function tag(talk: Talk, argument: string): undefined {
  const words = argument.split(/\s+/).filter(Boolean);
  const remove = words.filter((word) => word.startsWith("-")).map((word) => word.slice(1));
  const add = words.filter((word) => !word.startsWith("-")).map((word) => word.replace(/^#/, ""));
  const tags =
    words.length === 0
      ? (talk.info()?.tags ?? [])
      : talk.memory.sessions.tag(talk.session.id, { add, remove });
  print(tags.length === 0 ? style.dim("No tags.") : tags.map((one) => `#${clean(one)}`).join(" "));
}

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
