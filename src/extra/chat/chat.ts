import { TidemarkError } from "../../error.js";
import { LEAST_CONTEXT } from "../../library/context/usual.js";
import type { LanguageModel } from "../../library/llm/port.js";
import { openTidemark } from "../../library/open-tidemark.js";
import type { Session, Tidemark } from "../../library/tidemark.js";
import type { TokenCounter } from "../../library/token/port.js";
import { print, printAside, style } from "../../terminal/print.js";
import { completedCommands } from "./command.js";
import { converse } from "./converse.js";
import { endWith } from "./end-with.js";
import { greet, sayWhere } from "./greeting.js";
import { oneShot } from "./one-shot.js";
import { Talk, type Wishes } from "./talk.js";
import { openKeyboard } from "./terminal/keyboard.js";

/** What was chosen on the command line, read and checked. */
export interface Chosen extends Omit<Wishes, "note"> {
  readonly model: LanguageModel | undefined;
  readonly tokens: TokenCounter;
  /** `last` where there is one. */
  readonly session: { readonly is: "last" | "new" } | { readonly is: "id"; readonly id: string };
  /** One question instead of a conversation. */
  readonly question?: string;
  readonly isJson: boolean;
}

/** A chat in the folder one stands in: its sessions and its memory are those of the library. */
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

/** Said before anything is written down. */
function requireRoom({ limit, system = "" }: Pick<Wishes, "limit" | "system">, tokens: TokenCounter): void {
  const least = tokens.count(system) + LEAST_CONTEXT;
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
