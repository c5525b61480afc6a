import type { WorkItem } from "../../model/fold/item/item.js";
import { idStart } from "../../model/fold/stamp.js";
import { changeItems, coveredBy } from "../../project/items.js";
import { remember as keep, rememberOnce } from "../../project/remember.js";
import { type Answer, recorded } from "../answer.js";
import type { Arguments } from "../argument.js";
import { type CallContext, inContextOrJournal } from "../context.js";
import type { Caller } from "../work.js";

export async function remember(args: Arguments<"remember">, caller: Caller): Promise<Answer> {
  const kind = args("kind");
  const reason = args("reason");
  const wanted = { kind, text: args("text"), by: "agent" as const, reason };
  const { fact, isNew, similar, closed } = await inContextOrJournal(
    caller,
    (context) => {
      const finished = kind === "done" ? finish(context, wanted.text) : [];
      // The text may be only the id of an item, which says nothing later.
      const [only] = finished.filter((item) => item.id === wanted.text.trim());
      const said = only === undefined ? wanted : { ...wanted, text: only.text };
      return { ...rememberOnce(context, said, context.speaker), closed: finished };
    },
    (here, speaker) => ({ fact: keep(here, wanted, speaker), isNew: true, similar: [], closed: [] }),
  );
  const id = idStart(fact.id);
  const facts = { id, kind, isNew, closed: closed.length };
  const head = `${isNew ? "Remembered" : "Already remembered"} as ${kind} ${id}.`;
  if (closed.length > 0) {
    const items = closed.map((item) => `${item.id} ${item.text}`);
    return { text: recorded(`${head} No longer open:`, items, "Undo: tidemark items reopen ID"), facts };
  }
  if (similar.length === 0) return { text: head, facts };
  const lines = similar.map((one) => `${idStart(one.id)} ${one.text}`);
  const tail = `If one of them no longer holds: tidemark remember --remove ID`;
  return { text: recorded(`${head} These seem to be about the same and still hold:`, lines, tail), facts };
}

/** Closes the open items that a report of finished work names by id or covers with its words. */
function finish(context: CallContext, report: string): readonly WorkItem[] {
  const covered = coveredBy(context, report);
  if (covered.length > 0)
    changeItems(context, covered, { change: "done", speaker: context.speaker ?? NOBODY });
  return covered;
}

const NOBODY = { session: "", agent: "" };
