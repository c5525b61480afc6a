import type { Fields } from "../../agent/payload/fields.js";
import { preferencesIn } from "../../project/env.js";
import { askRecall, chosenMeans } from "../../recall/ask-recall.js";
import { noteRecalled } from "../../recall/note-recalled.js";
import { composeRecall } from "../../recall/recollection.js";
import type { Answer } from "../answer.js";
import { countIn, textIn } from "../argument.js";
import { atDesk } from "../desk.js";
import type { Caller } from "../work.js";

const MOST = 20;
const LONGEST = 2_000;

/** What memory answers to a question. */
export async function recall(args: Fields, caller: Caller): Promise<Answer> {
  const query = textIn(args, "query").slice(0, LONGEST).toWellFormed();
  const limit = countIn(args, "limit", MOST);
  return { text: await recallText(query, caller, limit) };
}

export function recallText(query: string, caller: Caller, limit?: number): Promise<string> {
  return atDesk(caller, async (desk) => {
    const means = await chosenMeans(desk, desk.env, query);
    const asked = {
      query,
      now: desk.now,
      limit,
      ...(desk.speaker?.session ? { asking: desk.speaker.session } : {}),
    };
    const recalled = askRecall(desk, asked, means);
    noteRecalled(desk, query, recalled.memories.length, desk.speaker);
    return composeRecall(recalled, { now: desk.now, language: "en", ...preferencesIn(desk.env) });
  });
}
