import { TidemarkError } from "../../../error.js";
import { now } from "../../../host/clock.js";
import { idStart } from "../../../model/fold/stamp.js";
import { clean, shorten } from "../../../render/clean.js";
import { print, style } from "../../../terminal/print.js";
import { ago } from "../../../terminal/time.js";
import type { Talk } from "../talk.js";
import type { ChatCommand } from "./port.js";

const LONGEST = 400;
const BECAUSE = /^([\s\S]+?),?\s+because\s+([\s\S]+)$/i;

/** What memory is asked and told. */
export const memoryCommands: readonly ChatCommand[] = [
  { name: "recall", argument: "QUESTION", what: "ask the memory of this project", run: recall },
  { name: "pin", argument: "TEXT", what: "a fact for every session of this project", run: pin },
  { name: "decide", argument: "TEXT", what: "a decision; “because …” gives its reason", run: decide },
];

async function recall(talk: Talk, question: string): Promise<undefined> {
  const found = await talk.memory.recall(needed(question, '/recall "why is the port 8081?"'));
  if (found.length === 0) print(style.dim("Nothing matches. Try other words: a file, a function, an error."));
  for (const [at, { kind, text, session, at: when }] of found.entries()) {
    const about = [kind, ago(when, now()), ...(session === "" ? [] : [`session ${idStart(session)}`])];
    print(`${style.cyan(`${at + 1}.`)} ${shorten(clean(text), LONGEST)} ${style.dim(about.join(" · "))}`);
  }
}

function pin(talk: Talk, text: string): undefined {
  talk.used().pin(needed(text, "/pin The API listens on port 8081"));
  print(style.dim("Pinned: every session of this project is told. tidemark pins lists them."));
}

function decide(talk: Talk, text: string): undefined {
  needed(text, "/decide Use SQLite because it is one file");
  const [, choice = text, reason] = BECAUSE.exec(text) ?? [];
  talk.used().decide(choice, { reason });
  print(style.dim(`Decided: ${shorten(clean(choice), LONGEST)}`));
}

function needed(text: string, example: string): string {
  if (text !== "") return text;
  throw new TidemarkError("bad-argument", "There is something missing behind the command.", {
    hint: `Such as: ${example}`,
  });
}
