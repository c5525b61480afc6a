import { costLine } from "../../library/llm/cost.js";
import { print, style } from "../../terminal/print.js";
import { printError } from "../../terminal/print-error.js";
import { type Asked, askModel } from "./ask-model.js";
import { compactWhenDue } from "./compaction.js";
import { figure } from "./figure.js";
import type { Talk } from "./talk.js";
import { legibleStream } from "./terminal/legible-stream.js";
import { showWaiting } from "./terminal/show-waiting.js";

/** Asks the model, shows its answer as it comes, and says what it cost. */
export async function answer(talk: Talk): Promise<void> {
  const waiting = showWaiting("…");
  const stream = legibleStream();
  let last = "\n";
  const show = (text: string) => {
    if (text === "") return;
    waiting.end();
    last = text;
    process.stdout.write(text);
  };
  let asked: Asked;
  try {
    asked = await askModel(talk, (piece) => show(stream.next(piece)));
    show(stream.rest());
  } finally {
    waiting.end();
  }
  if (!last.endsWith("\n")) print("");
  sayEnd(asked);
  talk.wishes.note(budgetLine(talk, asked));
  if (asked.end === "done") await compactWhenDue(talk);
}

/** "2,310 of 100,000 tokens; 1,204 tokens read, 310 written, about $0.008 (claude-…)". */
export function budgetLine({ model }: Talk, { budget, usage }: Asked): string {
  const used = `${figure(budget.used)} of ${figure(budget.limit)} tokens`;
  if (model === undefined || Object.keys(usage).length === 0) return used;
  return `${used}; ${costLine(usage, model.price, model.name)}`;
}

function sayEnd({ end, kept, failure }: Asked): void {
  const again = kept === undefined ? "Ask again with /retry." : "What came is kept; /retry asks again.";
  switch (end) {
    case "done":
      if (kept === undefined) print(style.yellow(`The model answered with nothing. ${again}`));
      return;
    case "full":
      print(style.yellow("The answer reached its longest. Ask it to go on, or for less at once."));
      return;
    case "stopped":
      print(style.yellow(`Stopped. ${again}`));
      return;
    case "endless":
      print(style.yellow(`The answer would not end and was stopped. ${again}`));
      return;
    case "failed":
      printError(failure, false);
      print(style.yellow(again));
  }
}
