import { fieldOf, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { textAt, without } from "./json.js";
import { restOf, withRest } from "./rest.js";

/** How one maker writes the parts of a message down. Its own fields are kept under its name and come back as they were. */
export interface Form {
  readonly maker: string;
  /** What a block says in the words all share; undefined for one that only its maker understands. */
  partOf(block: JsonObject): Part | undefined;
  /** The part as a block of this maker; undefined where it has no form for it. */
  blockOf(part: Part): JsonObject | undefined;
}

/** A block as a part from which the very same block can be made again. */
export function toPart(form: Form, block: Json): Part {
  const foreign: Part = { type: "foreign", from: form.maker, value: block };
  // `as` is our own word among a maker's fields.
  if (!isObject(block) || fieldOf(block, "as") !== undefined) return foreign;
  const part = form.partOf(block);
  if (part === undefined || part.type === "foreign") return foreign;
  const made = form.blockOf(part);
  const rest = made === undefined ? undefined : restOf(block, made);
  if (rest === undefined) return foreign;
  const own = { ...ownOf(form, part), ...rest };
  const { extra: _extra, ...plain } = part;
  return Object.keys(own).length === 0 ? plain : { ...plain, extra: { [form.maker]: own } };
}

/** A part as a block; undefined where this maker has no form for it. */
export function toBlock(form: Form, part: Part): JsonObject | undefined {
  if (part.type === "foreign")
    return part.from === form.maker && isObject(part.value) ? part.value : undefined;
  const made = form.blockOf(part);
  const rest = ownOf(form, part);
  return made === undefined || rest === undefined ? made : withRest(made, without(rest, "as"));
}

/** What the maker's format had beside what all share. */
export function ownOf(
  form: Pick<Form, "maker">,
  part: { readonly extra?: JsonObject },
): JsonObject | undefined {
  const own = fieldOf(part.extra, form.maker);
  return isObject(own) ? own : undefined;
}

/** Which of the maker's kinds the part was, where that does not go without saying. */
export function asOf(form: Pick<Form, "maker">, part: Part): string | undefined {
  return part.type === "foreign" ? undefined : textAt(ownOf(form, part), "as");
}
