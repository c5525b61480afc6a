import { TidemarkError } from "../../error.js";
import { messageCost } from "../../event/message-cost.js";
import { DEFAULTS } from "../../library/context/defaults.js";
import { clean, shorten } from "../../render/clean.js";
import { count, print, style } from "../../terminal/print.js";
import { isUnanswered } from "./ask-model.js";
import type { ChatCommand } from "./command.js";
import { compactedLine, compactNow } from "./compaction.js";
import { figure } from "./screen.js";
import type { Talk } from "./talk.js";

const MAX_ITEM_CHARS = 200;

export const contextCommands: readonly ChatCommand[] = [
  { name: "budget", what: "what is in the context, in tokens", run: showBudget },
  { name: "working", other: "set", what: "summary, facts, decisions, tasks and files", run: showWorkingSet },
  { name: "compact", what: "put a summary in the place of older messages", run: compact },
  { name: "retry", what: "ask again what has no whole answer", run: retry },
];

function showBudget(talk: Talk): undefined {
  const { wishes, tokens: counter } = talk;
  const { system, messages, tokens } = talk.context();
  const rows = [
    ["your instructions", counter.count(wishes.system ?? "")],
    ["from memory", counter.count(system)],
    [
      count(messages.length, "message"),
      messages.reduce((sum, { content }) => sum + messageCost(content, (text) => counter.count(text)), 0),
    ],
  ] as const;
  for (const [what, used] of rows) print(`  ${what.padEnd(18)} ${figure(used).padStart(9)}`);
  const share = Math.round((100 * tokens.used) / Math.max(1, tokens.limit));
  const percent = share === 0 && tokens.used > 0 ? "less than 1 %" : `${share} %`;
  print(
    `  ${"in all".padEnd(18)} ${figure(tokens.used).padStart(9)} of ${figure(tokens.limit)} tokens (${percent})`,
  );
  const due =
    wishes.compactAt === undefined ? "never by itself" : `from ${figure(wishes.compactAt)} tokens on`;
  print(style.dim(`Counted by: ${tokens.by}. Compacted ${due}.`));
}

function showWorkingSet({ session }: Talk): undefined {
  const { summary, facts, decisions, tasks, files } = session.workingSet();
  const lists = { Facts: facts, Decisions: decisions, "Open tasks": tasks, Files: files };
  if (summary !== "")
    print(`${style.bold("Summary")}\n  ${summary.split("\n").map(clean).filter(Boolean).join("\n  ")}`);
  for (const [name, items] of Object.entries(lists)) {
    if (items.length === 0) continue;
    print(style.bold(name));
    for (const item of items) print(`  ${shorten(clean(item), MAX_ITEM_CHARS)}`);
  }
  if (summary === "" && Object.values(lists).every((items) => items.length === 0))
    print(
      style.dim("Nothing yet. /pin, /decide and /task put something in it; so does what you talk about."),
    );
}

async function compact(talk: Talk): Promise<undefined> {
  const compacted = await compactNow(talk);
  print(
    compacted.done
      ? compactedLine(compacted)
      : `There is nothing to compact: the last messages stay as they are, ${DEFAULTS.keptMessages} unless they are long, and older ones give way only to what is shorter.`,
  );
}

function retry(talk: Talk): "answer" {
  const { messages } = talk.context();
  if (isUnanswered(messages)) return "answer";
  if (messages.length === 0)
    throw new TidemarkError("bad-argument", "Nothing has been asked in this session yet.");
  throw new TidemarkError("bad-argument", "The last question has its answer.", {
    hint: "Say what you would like otherwise.",
  });
}
