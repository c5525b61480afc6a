import { preferencesIn } from "../../project/env.js";
import { languageIn } from "../../project/language.js";
import { askRecall, chosenSimilarity } from "../../recall/ask-recall.js";
import { noteRecalled } from "../../recall/note-recalled.js";
import { composeRecall } from "../../recall/recollection.js";
import type { Answer } from "../answer.js";
import type { Arguments } from "../argument.js";
import { inContext } from "../context.js";
import type { Caller } from "../work.js";

const MAX_MEMORIES = 20;
const MAX_QUERY_CHARS = 2_000;

export async function recall(args: Arguments<"recall">, caller: Caller): Promise<Answer> {
  const query = args("query").slice(0, MAX_QUERY_CHARS).toWellFormed();
  const limit = args("limit");
  return { text: await recallText(query, caller, limit && Math.min(limit, MAX_MEMORIES)) };
}

export function recallText(query: string, caller: Caller, limit?: number): Promise<string> {
  return inContext(caller, async (context) => {
    const means = await chosenSimilarity(context, context.env, query);
    const asked = { query, now: context.now, limit, asking: context.speaker?.session || undefined };
    const recalled = askRecall(context, asked, means);
    noteRecalled(context, query, recalled.memories.length, context.speaker);
    const language = languageIn(context.store.project(context.project), undefined);
    return composeRecall(recalled, { now: context.now, language, ...preferencesIn(context.env) });
  });
}
