import { idStart } from "../../model/fold/stamp.js";
import { remember as keep, rememberOnce } from "../../project/remember.js";
import { type Answer, recorded } from "../answer.js";
import type { Arguments } from "../argument.js";
import { inContextOrJournal } from "../context.js";
import type { Caller } from "../work.js";

export async function remember(args: Arguments<"remember">, caller: Caller): Promise<Answer> {
  const kind = args("kind");
  const reason = args("reason");
  const wanted = { kind, text: args("text"), by: "agent" as const, reason };
  const { fact, isNew, similar } = await inContextOrJournal(
    caller,
    (context) => rememberOnce(context, wanted, context.speaker),
    (here, speaker) => ({ fact: keep(here, wanted, speaker), isNew: true, similar: [] }),
  );
  const id = idStart(fact.id);
  const facts = { id, kind, isNew };
  const head = isNew ? `Remembered as ${kind} ${id}.` : `Already remembered as ${kind} ${id}.`;
  if (similar.length === 0) return { text: head, facts };
  const lines = similar.map((one) => `${idStart(one.id)} ${one.text}`);
  const tail = `If one of them no longer holds: tidemark remember --remove ID`;
  return { text: recorded(`${head} These seem to be about the same and still hold:`, lines, tail), facts };
}
