import { TidemarkError } from "../../error.js";
import { print, printJsonLine } from "../../terminal/print.js";
import { budgetLine } from "./answer.js";
import { type Asked, askModel } from "./ask-model.js";
import { type Called, commandIn } from "./command.js";
import { compactWhenDue } from "./compaction.js";
import { say } from "./say.js";
import type { Talk } from "./talk.js";
import { legibleStream } from "./terminal/legible-stream.js";

/** One question, its answer on standard output, and everything else beside it. Throws where there is no whole answer. */
export async function oneShot(talk: Talk, text: string, isJson: boolean): Promise<void> {
  const called = calledIn(text);
  if (isJson && called !== undefined && called.command.name !== "retry")
    throw new TidemarkError("bad-argument", `/${called.command.name} is told in words, not in JSON.`, {
      hint: "Other commands have --json: tidemark sessions, tidemark recall.",
    });
  if (called === undefined) say(talk, text);
  else if ((await called.command.run(talk, called.argument)) !== "answer") return;
  const asked = isJson ? await inJson(talk) : await inWords(talk);
  if (asked.end === "done" && asked.kept !== undefined) await compactWhenDue(talk);
  else throw unanswered(asked);
}

/** In a line of a script, only what surely is a command is one: the rest is a question, whatever it begins with. */
function calledIn(text: string): Called | undefined {
  return /^\/\w+[^\n]*\n?$/.test(text) ? commandIn(text) : undefined;
}

async function inWords(talk: Talk): Promise<Asked> {
  const stream = legibleStream();
  let last = "";
  const show = (text: string) => {
    if (text === "") return;
    last = text;
    process.stdout.write(text);
  };
  const asked = await askModel(talk, (piece) => show(stream.next(piece)));
  show(stream.rest());
  if (last !== "" && !last.endsWith("\n")) print("");
  talk.wishes.note(budgetLine(talk, asked));
  return asked;
}

/** A line for the session, one for each piece as it comes, and one for the whole. */
async function inJson(talk: Talk): Promise<Asked> {
  printJsonLine({ type: "session", session: talk.session.id, model: talk.model?.name });
  const asked = await askModel(talk, (text) => printJsonLine({ type: "text", text }));
  const { end, text, usage, budget, kept } = asked;
  printJsonLine({ type: "answer", end, text, message: kept?.id, usage, tokens: budget });
  return asked;
}

function unanswered({ end, kept, failure, text }: Asked): unknown {
  if (end === "failed") return failure;
  const hint = `${kept === undefined ? "" : "What came is kept. "}Ask again: tidemark chat --print /retry`;
  const why = {
    done: "The model answered with nothing.",
    full: "The answer reached its longest and is cut off.",
    stopped: "The answer was stopped.",
    endless: `The answer would not end and was stopped after ${text.length} characters.`,
  }[end];
  return new TidemarkError("model-failed", why, { hint });
}
