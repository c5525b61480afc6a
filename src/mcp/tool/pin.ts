import type { Fields } from "../../agent/payload/fields.js";
import { now } from "../../host/clock.js";
import { idStart } from "../../model/fold/stamp.js";
import { pin as keep, pinnedAlready, unpin } from "../../project/pin.js";
import { localTime, parseUntil } from "../../terminal/time.js";
import { type Answer, recorded } from "../answer.js";
import { choiceIn, isOn, optionalText, textIn } from "../argument.js";
import { atDesk, atDeskOrHere } from "../desk.js";
import type { Caller } from "../work.js";

const PRIORITIES = ["high", "normal", "low"] as const;

/** Pins a text, or takes a pin away. */
export async function pin(args: Fields, caller: Caller): Promise<Answer> {
  if (isOn(args, "remove")) return remove(textIn(args, "id"), caller);
  const until = optionalText(args, "expires");
  const wanted = {
    text: textIn(args, "text"),
    priority: choiceIn(args, "priority", PRIORITIES, "normal"),
    expires: until === undefined ? undefined : parseUntil(until, "expires", now()),
  };
  const { kept, isNew } = await atDeskOrHere(
    caller,
    (desk) => {
      const known = pinnedAlready(desk, wanted.text, desk.now);
      return known === undefined
        ? { kept: keep(desk, wanted, desk.speaker), isNew: true }
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
  const removed = await atDesk(caller, (desk) => unpin(desk, id, desk.speaker));
  return {
    text: recorded("No longer pinned:", [`${idStart(removed.id)} ${removed.text}`]),
    facts: { id: idStart(removed.id) },
  };
}
