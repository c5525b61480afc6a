import { constants } from "node:os";
import { TidemarkError } from "../../error.js";
import { MIN_CONTEXT_TOKENS } from "../../library/context/defaults.js";
import type { LanguageModel } from "../../library/llm/port.js";
import { openTidemark } from "../../library/open-tidemark.js";
import type { Session, Tidemark } from "../../library/tidemark.js";
import type { TokenCounter } from "../../library/token/port.js";
import { print, printAside, style } from "../../terminal/print.js";
import { printError } from "../../terminal/print-error.js";
import { answer, oneShot, say } from "./answer.js";
import type { After } from "./command.js";
import { commandIn, completedCommands } from "./command.js";
import { type Keyboard, openKeyboard } from "./keyboard.js";
import { greet, sayWhere } from "./session-command.js";
import { Talk, type Wishes } from "./talk.js";

/** The checked options of the command line. */
interface Chosen extends Omit<Wishes, "note"> {
  readonly model: LanguageModel | undefined;
  readonly tokens: TokenCounter;
  /** `last` falls back to a new session. */
  readonly session: { readonly is: "last" | "new" } | { readonly is: "id"; readonly id: string };
  /** One question instead of a conversation. */
  readonly question?: string;
  readonly isJson: boolean;
}

/** A chat in the current folder, with the sessions and the memory of the library. */
export async function chat(chosen: Chosen): Promise<void> {
  const { model, tokens, session, question, isJson, ...wishes } = chosen;
  requireRoom(wishes, tokens);
  const memory = openTidemark({ agent: "chat", tokens, model });
  const isTalking = question === undefined;
  const note = isTalking
    ? (text: string) => print(style.dim(text))
    : (text: string) => (isJson ? undefined : printAside(style.dim(text)));
  const talk = new Talk(memory, model, { ...wishes, note }, tokens, sessionIn(memory, session));
  const close = endWith(talk, isTalking);
  try {
    if (isTalking) await talkInTerminal(talk);
    else await oneShot(talk, question, isJson);
  } finally {
    close();
    memory.close();
  }
}

function requireRoom({ limit, system = "" }: Pick<Wishes, "limit" | "system">, tokens: TokenCounter): void {
  const least = tokens.count(system) + MIN_CONTEXT_TOKENS;
  if (limit >= least) return;
  const beside = system === "" ? "" : " with these instructions";
  throw new TidemarkError("bad-argument", `--limit ${limit} is too little: ${least} is the least${beside}.`);
}

async function talkInTerminal(talk: Talk): Promise<void> {
  greet(talk);
  const isAnswerMissing = sayWhere(talk);
  const keyboard = openKeyboard(() => talk.work?.stop(), completedCommands);
  try {
    await converse(talk, keyboard, isAnswerMissing);
  } finally {
    keyboard.close();
  }
  print("");
}

function sessionIn({ sessions }: Tidemark, chosen: Chosen["session"]): Session {
  if (chosen.is === "id") return sessions.open(chosen.id);
  return (chosen.is === "last" ? sessions.resumeLast() : undefined) ?? sessions.create();
}

/** Handles one entry after the other until the person is done. An error is shown, and the next entry awaited. */
async function converse(talk: Talk, keyboard: Keyboard, isAnswerMissing: boolean): Promise<void> {
  for (let isOffered = isAnswerMissing; ; isOffered = false) {
    const text = await keyboard.read();
    if (text === undefined) return;
    try {
      if (text.trim() === "" && !isOffered) continue;
      const after = text.trim() === "" ? "answer" : await entered(talk, text);
      if (after === "quit") return;
      if (after === "answer") await answer(talk);
    } catch (error) {
      printError(error, false);
    }
  }
}

async function entered(talk: Talk, text: string): Promise<After> {
  const called = commandIn(text);
  if (called !== undefined) return called.command.run(talk, called.argument);
  say(talk, text);
  return "answer";
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Records the answer so far and ends the session when the process exits. Returns a function that does it now. */
function endWith(talk: Talk, isTalking: boolean): () => void {
  const onExit = () => {
    if (isTalking && talk.work !== undefined) print("");
    try {
      talk.leave();
    } catch (error) {
      printError(error, false);
    }
  };
  const listeners = SIGNALS.map((signal) => {
    const listener = () => {
      // Like the key, the signal stops the answer and not the chat.
      if (signal === "SIGINT" && isTalking && talk.work !== undefined) talk.work.stop();
      else process.exit(128 + constants.signals[signal]);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  process.on("exit", onExit);
  return () => {
    for (const stop of listeners) stop();
    process.off("exit", onExit);
    talk.leave();
  };
}
