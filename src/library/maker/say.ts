import { fieldOf, isList, type Json } from "../../event/json.js";
import type { FilePart, ForeignPart, Part } from "../../event/message.js";
import { textAt } from "./json.js";

/**
 * What a part says in a text, for a maker that has no form for it: a file is named, a document of plain text is quoted,
 * a foreign part is said where it holds a text to read. Thoughts are left out: they are bound to the model that had them.
 */
export function sayPart(part: Part): string | undefined {
  switch (part.type) {
    case "text":
      return part.text;
    case "file":
      return sayFile(part);
    case "foreign":
      return sayForeign(part);
    default:
      return undefined;
  }
}

function sayFile({ mediaType, name, url, extra }: FilePart): string {
  const spoken = Object.values(extra ?? {}).map((own) => textAt(own, "transcript"))[0];
  if (spoken !== undefined) return spoken;
  const kind = mediaType.startsWith("image/") ? "image" : "file";
  const what = [name === undefined ? "" : ` "${name}"`, mediaType.includes("*") ? "" : ` (${mediaType})`];
  return `[${kind}${what.join("")}${url === undefined ? "" : `: ${url}`}]`;
}

function sayForeign({ value }: ForeignPart): string | undefined {
  // Where an answer was taken from is no part of it.
  if (textAt(value, "type") === "source") return undefined;
  const held = ["source", "data"].flatMap((name) => textsOf(fieldOf(value, name)));
  const texts = [textAt(value, "title"), textAt(value, "context"), ...held, ...textsOf(value)];
  const said = texts.filter((text) => text !== undefined && text !== "").join("\n");
  return said === "" ? undefined : said;
}

/** The texts of a document or a search result: `{type: "text", data}`, or a list of blocks as `content`. */
function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  const content = fieldOf(value, "content");
  const blocks = isList(content) ? content.map((block) => textAt(block, "text")) : [];
  const plain =
    textAt(value, "type") === "text" ? (textAt(value, "data") ?? textAt(value, "text")) : undefined;
  return [...(typeof content === "string" ? [content] : blocks), plain].filter((text) => text !== undefined);
}
