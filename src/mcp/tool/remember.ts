import type { Fields } from "../../agent/payload/fields.js";
import { idStart } from "../../model/fold/stamp.js";
import { remember as keep, rememberOnce } from "../../project/remember.js";
import { type Answer, recorded } from "../answer.js";
import { choiceIn, optionalText, textIn } from "../argument.js";
import { atDeskOrHere } from "../desk.js";
import type { Caller } from "../work.js";

const KINDS = ["decision", "blocker", "next", "done", "fact"] as const;

/** Keeps what the agent states. */
export async function remember(args: Fields, caller: Caller): Promise<Answer> {
  const kind = choiceIn(args, "kind", KINDS);
  const reason = optionalText(args, "reason");
  const wanted = {
    kind,
    text: textIn(args, "text"),
    by: "agent" as const,
    reason,
  };
  const { fact, isNew, similar } = await atDeskOrHere(
    caller,
    (desk) => rememberOnce(desk, wanted, desk.speaker),
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
