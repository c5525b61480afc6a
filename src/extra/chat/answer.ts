import { TidemarkError } from "../../error.js";
import { costLine } from "../../library/llm/cost.js";
import type { Message } from "../../library/message/message.js";
import { print, printJsonLine, style } from "../../terminal/print.js";
import { printError } from "../../terminal/print-error.js";
import { type Asked, askModel } from "./ask-model.js";
import { commandIn } from "./command.js";
import { compactWhenDue } from "./compaction.js";
import { figure, legibleStream, showWaiting } from "./screen.js";
import type { Talk } from "./talk.js";

/** Asks the model, shows its answer as it comes, and says what it cost. */
export async function answer(talk: Talk): Promise<void> {
  const asked = await streamed(talk, showWaiting("…"));
  sayEnd(asked);
  talk.wishes.note(budgetLine(talk, asked));
  if (asked.end === "done") await compactWhenDue(talk);
}

async function streamed(talk: Talk, waiting: { end(): void }): Promise<Asked> {
  const stream = legibleStream();
  let last = "\n";
  const show = (text: string) => {
    if (text === "") return;
    waiting.end();
    last = text;
    process.stdout.write(text);
  };
  try {
    const asked = await askModel(talk, (piece) => show(stream.next(piece)));
    show(stream.rest());
    if (!last.endsWith("\n")) print("");
    return asked;
  } finally {
    waiting.end();
  }
}

/** "2,310 of 100,000 tokens; 1,204 tokens read, 310 written, about $0.008 (claude-…)". */
function budgetLine({ model }: Talk, { budget, usage }: Asked): string {
  const used = `${figure(budget.used)} of ${figure(budget.limit)} tokens`;
  if (model === undefined || Object.values(usage).every((value) => value === undefined)) return used;
  return `${used}; ${costLine(usage, model.price, model.name)}`;
}

function sayEnd({ end, kept, failure }: Asked): void {
  if (end === "done" && kept !== undefined) return;
  if (end === "failed") printError(failure, false);
  const again = kept === undefined ? "Ask again with /retry." : "What came is kept; /retry asks again.";
  const said = {
    done: `The model answered with nothing. ${again}`,
    full: "The answer reached its longest. Ask it to go on, or for less at once.",
    stopped: `Stopped. ${again}`,
    endless: `The answer would not end and was stopped. ${again}`,
    failed: again,
  };
  print(style.yellow(said[end]));
}

/** Asks one question with the answer on standard output. Throws if the answer is not whole. */
export async function oneShot(talk: Talk, text: string, isJson: boolean): Promise<void> {
  // In a script only a clear command counts as one; every other text is a question, whatever it begins with.
  const called = /^\/\w+[^\n]*\n?$/.test(text) ? commandIn(text) : undefined;
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

async function inWords(talk: Talk): Promise<Asked> {
  const asked = await streamed(talk, { end: () => {} });
  talk.wishes.note(budgetLine(talk, asked));
  return asked;
}

/** Prints a line for the session, one for each piece, and one for the whole answer. */
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

/** Records the message before the model is asked. */
export function say(talk: Talk, content: string): Message {
  talk.needModel();
  noteElsewhere(talk);
  const message = talk.used().add({ role: "user", content });
  talk.seen = message.id;
  return message;
}

/** Says how many messages another chat or program added meanwhile, because the model reads them, too. */
function noteElsewhere(talk: Talk): void {
  if (talk.seen === undefined) return;
  const { messages } = talk.context();
  const added = messages.length - messages.findIndex(({ id }) => id === talk.seen) - 1;
  const what = added === 1 ? "A message was" : `${added} messages were`;
  if (added > 0) talk.wishes.note(`${what} added to this session elsewhere.`);
}
