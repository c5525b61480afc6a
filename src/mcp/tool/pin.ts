import { now } from "../../host/clock.js";
import { idStart } from "../../model/fold/stamp.js";
import { pin as keep, pinnedAlready, unpin } from "../../project/pin.js";
import { localTime, parseUntil } from "../../terminal/time.js";
import { type Answer, recorded } from "../answer.js";
import { type Arguments, required } from "../argument.js";
import { inContext, inContextOrJournal } from "../context.js";
import type { Caller } from "../work.js";

/** Pins a text, or removes a pin. */
export async function pin(args: Arguments<"pin">, caller: Caller): Promise<Answer> {
  if (args("remove")) return remove(required("id", args("id")), caller);
  const until = args("expires");
  const wanted = {
    text: required("text", args("text")),
    priority: args("priority") ?? "normal",
    expires: until === undefined ? undefined : parseUntil(until, "expires", now()),
  };
  const { kept, isNew } = await inContextOrJournal(
    caller,
    (context) => {
      const known = pinnedAlready(context, wanted.text, context.now);
      return known === undefined
        ? { kept: keep(context, wanted, context.speaker), isNew: true }
        : { kept: known, isNew: false };
    },
    (here, speaker) => ({ kept: keep(here, wanted, speaker), isNew: true }),
  );
  const id = idStart(kept.id);
  const end = kept.expires === undefined ? "" : ` until ${localTime(kept.expires)}`;
  const text = isNew
    ? `Pinned as ${id} with ${kept.priority} priority${end}: every session here is told it.`
    : `Already pinned as ${id} with ${kept.priority} priority${end}; to change it, remove it first.`;
  return { text, facts: { id, isNew } };
}

async function remove(id: string, caller: Caller): Promise<Answer> {
  const removed = await inContext(caller, (context) => unpin(context, id, context.speaker));
  return {
    text: recorded("No longer pinned:", [`${idStart(removed.id)} ${removed.text}`]),
    facts: { id: idStart(removed.id) },
  };
}
