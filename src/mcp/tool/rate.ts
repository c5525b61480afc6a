import { readItemId } from "../../model/fold/session/said-draft.js";
import { idStart } from "../../model/fold/stamp.js";
import { rate as say } from "../../project/rate.js";
import { type Answer, recorded } from "../answer.js";
import type { Arguments } from "../argument.js";
import { inContext } from "../context.js";
import type { Caller } from "../work.js";

export async function rate(args: Arguments<"rate">, caller: Caller): Promise<Answer> {
  const id = args("id");
  const rating = args("rating");
  const {
    id: whole,
    text,
    up,
    down,
  } = await inContext(caller, (context) => say(context, id, rating, context.speaker));
  return {
    text: recorded(`Rated ${rating} (${up} up, ${down} down in all):`, [
      // A file, command or name is its own id.
      readItemId(whole) === undefined ? `${idStart(whole)} ${text}` : whole,
    ]),
    facts: { rating, up, down },
  };
}
