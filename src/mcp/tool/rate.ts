import type { Fields } from "../../agent/payload/fields.js";
import { readItemId } from "../../model/fold/session/said-draft.js";
import { idStart } from "../../model/fold/stamp.js";
import { rate as say } from "../../project/rate.js";
import { type Answer, recorded } from "../answer.js";
import { choiceIn, textIn } from "../argument.js";
import { atDesk } from "../desk.js";
import type { Caller } from "../work.js";

/** Says that a memory was good or bad. */
export async function rate(args: Fields, caller: Caller): Promise<Answer> {
  const id = textIn(args, "id");
  const rating = choiceIn(args, "rating", ["up", "down"]);
  const { id: whole, text, up, down } = await atDesk(caller, (desk) => say(desk, id, rating, desk.speaker));
  return {
    text: recorded(`Rated ${rating} (${up} up, ${down} down in all):`, [
      // A single file, command or name is its own id.
      readItemId(whole) === undefined ? `${idStart(whole)} ${text}` : whole,
    ]),
    facts: { rating, up, down },
  };
}
