import { isDeepStrictEqual } from "node:util";
import { fieldOf, isList, isObject, type Json, type JsonObject } from "../../event/json.js";
import type { Part } from "../../event/message.js";
import { partsIn } from "../../event/message-text.js";
import type { NewMessage } from "../message/message.js";
import { describePart } from "./conversation.js";
import { jsonOf, textAt, without } from "./json.js";

/** How one maker writes the parts of a message. Its own fields are kept under its name and come back unchanged. */
export interface Form {
  readonly maker: string;
  /** Undefined for a block that only its maker understands. */
  partOf(block: JsonObject): Part | undefined;
  /** Undefined if this maker has no block for the part. */
  blockOf(part: Part): JsonObject | undefined;
}

/** Reads a block as a part from which `toBlock` makes the same block. */
export function toPart(form: Form, block: Json): Part {
  const foreign: Part = { type: "foreign", from: form.maker, value: block };
  // `as` is our own word among a maker's fields.
  if (!isObject(block) || fieldOf(block, "as") !== undefined) return foreign;
  const part = form.partOf(block);
  if (part === undefined || part.type === "foreign") return foreign;
  const made = form.blockOf(part);
  const rest = made && restOf(block, made);
  if (rest === undefined) return foreign;
  const own = { ...ownOf(form, part), ...rest };
  const { extra: _extra, ...plain } = part;
  return Object.keys(own).length === 0 ? plain : { ...plain, extra: { [form.maker]: own } };
}

/** Undefined if this maker has no block for the part. */
export function toBlock(form: Form, part: Part): JsonObject | undefined {
  if (part.type === "foreign")
    return part.from === form.maker && isObject(part.value) ? part.value : undefined;
  const made = form.blockOf(part);
  const rest = ownOf(form, part);
  return made && rest ? withRest(made, without(rest, "as")) : made;
}

/** A part without a block of this maker becomes text, if it says anything. */
export function toBlocks(form: Form, part: Part, textType = "text"): JsonObject[] {
  const block = toBlock(form, part);
  return block === undefined ? describedIn(part, textType) : [block];
}

export function describedIn(part: Part, type = "text"): JsonObject[] {
  const text = describePart(part);
  return text === undefined ? [] : [{ type, text }];
}

/** Reads a message whose content is text or blocks; undefined if it is neither. Its other fields are kept as `rest`. */
export function toMessage(
  form: Form,
  value: JsonObject,
  role: NewMessage["role"],
  maker = form.maker,
): NewMessage | undefined {
  const content = fieldOf(value, "content");
  const kept = extraOf(maker, {
    rest: without(value, "content", ...(textAt(value, "role") === role ? ["role"] : [])),
  });
  if (typeof content === "string") return { role, content, ...kept };
  return isList(content)
    ? { role, content: content.map((block) => toPart(form, block)), ...kept }
    : undefined;
}

/** Keeps what a message has besides its content, if anything. */
export function extraOf(
  maker: string,
  { rest, ...own }: { readonly rest: JsonObject; readonly form?: string },
): Pick<NewMessage, "extra"> {
  const kept: JsonObject = Object.keys(rest).length === 0 ? own : { ...own, rest };
  return Object.keys(kept).length === 0 ? {} : { extra: { [maker]: kept } };
}

/** Reads the output of a tool; blocks in it become parts. */
export function readOutput(form: Form, output: Json | undefined): Json {
  return isList(output) ? jsonOf(output.map((block) => toPart(form, block))) : (output ?? null);
}

/** Writes the output of a tool as text or blocks. */
export function writeOutput(output: Json, blocksOf: (part: Part) => readonly JsonObject[]): Json {
  if (typeof output === "string") return output;
  if (output === null) return "";
  const parts = partsIn(output);
  if (parts !== undefined) return parts.flatMap(blocksOf);
  return isList(output) && output.length === 0 ? output : JSON.stringify(output);
}

/** The fields that only this maker's format has. */
export function ownOf(
  { maker }: Pick<Form, "maker">,
  part: { readonly extra?: JsonObject },
): JsonObject | undefined {
  const own = fieldOf(part.extra, maker);
  return isObject(own) ? own : undefined;
}

/** The maker's own type of a part, if it differs from the usual one. */
export function asOf(form: Pick<Form, "maker">, part: Part): string | undefined {
  return part.type === "foreign" ? undefined : textAt(ownOf(form, part), "as");
}

/** Parses the arguments of a call. A model may write invalid JSON: then the text itself is the input. */
export function parseArguments(written: string): Json {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** Reads a base64 `data:` URL that `dataUrl` writes the same way. */
export function readDataUrl(url = ""): { readonly mediaType: string; readonly data: string } | undefined {
  const [, mediaType, data] = /^data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=]+)$/.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

export function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

export function withRest(made: JsonObject, rest: Json | undefined): JsonObject {
  if (!isObject(rest)) return made;
  const merged = Object.entries(rest).map(([name, value]): [string, Json] => {
    const known = made[name];
    return [name, isObject(value) && isObject(known) ? withRest(known, value) : value];
  });
  return { ...made, ...Object.fromEntries(merged) };
}

/** The fields that `made` lacks to be the original; undefined if it has others than the original. */
function restOf(original: JsonObject, made: JsonObject): JsonObject | undefined {
  const rest = difference(original, made);
  return isDeepStrictEqual(withRest(made, rest), original) ? rest : undefined;
}

function difference(original: JsonObject, made: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(original).flatMap(([name, value]): [string, Json][] => {
      const known = fieldOf(made, name);
      if (isDeepStrictEqual(value, known)) return [];
      return [[name, isObject(value) && isObject(known) ? difference(value, known) : value]];
    }),
  );
}
