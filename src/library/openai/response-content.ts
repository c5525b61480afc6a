import { isList, type Json, type JsonObject } from "../../event/json.js";
import type { FilePart, Part } from "../../event/message.js";
import { partsIn } from "../../event/output-parts.js";
import { dataUrl, readDataUrl } from "../maker/data-url.js";
import { asOf, type Form, toBlock, toPart } from "../maker/form.js";
import { textAt } from "../maker/json.js";
import { outputOf } from "../maker/output.js";
import { sayPart } from "../maker/say.js";

/** What a message, or the output of a call, consists of in the Responses API. */
export const contentForm: Form = { maker: "openai-responses-content", partOf, blockOf };

/** A text in the place of what has no form here. */
export function contentOf(part: Part): JsonObject[] {
  const block = toBlock(contentForm, part);
  if (block !== undefined) return [block];
  const text = sayPart(part);
  return text === undefined ? [] : [{ type: "input_text", text }];
}

/** The output of a call, which may hold images and files. */
export function readOutput(output: Json | undefined): Json {
  if (!isList(output)) return output ?? null;
  return outputOf(output.map((block) => toPart(contentForm, block)));
}

export function writeOutput(output: Json): Json {
  if (typeof output === "string") return output;
  if (output === null) return "";
  const parts = partsIn(output);
  if (parts !== undefined) return parts.flatMap(contentOf);
  return isList(output) && output.length === 0 ? output : JSON.stringify(output);
}

function partOf(block: JsonObject): Part | undefined {
  const type = textAt(block, "type");
  const text = textAt(block, type === "refusal" ? "refusal" : "text");
  switch (type) {
    case "input_text":
      return text === undefined ? undefined : { type: "text", text };
    case "output_text":
    case "refusal":
      return text === undefined ? undefined : { type: "text", text, extra: own({ as: type }) };
    case "input_image":
      return imageOf(block);
    case "input_file":
      return fileOf(block);
    default:
      return undefined;
  }
}

function imageOf(block: JsonObject): FilePart {
  const url = textAt(block, "image_url");
  const bytes = readDataUrl(url ?? "");
  if (bytes?.mediaType.startsWith("image/"))
    return { type: "file", ...bytes, extra: own({ as: "input_image" }) };
  return {
    type: "file",
    mediaType: "image/*",
    ...(url === undefined ? {} : { url }),
    extra: own({ as: "input_image" }),
  };
}

function fileOf(block: JsonObject): FilePart {
  const [content, url, name] = ["file_data", "file_url", "filename"].map((field) => textAt(block, field));
  const bytes = readDataUrl(content ?? "");
  return {
    type: "file",
    mediaType: "application/octet-stream",
    ...(bytes ?? (content === undefined ? {} : { data: content })),
    ...(url === undefined ? {} : { url }),
    ...(name === undefined ? {} : { name }),
    extra: own({ as: content !== undefined && bytes === undefined ? "bare-file" : "input_file" }),
  };
}

function blockOf(part: Part): JsonObject | undefined {
  const as = asOf(contentForm, part);
  if (part.type === "text")
    return as === "refusal"
      ? { type: as, refusal: part.text }
      : { type: as ?? "input_text", text: part.text };
  return part.type === "file" ? fileBlock(part, as) : undefined;
}

function fileBlock({ mediaType, data, url, name }: FilePart, as: string | undefined): JsonObject | undefined {
  const written = data === undefined ? undefined : as === "bare-file" ? data : dataUrl(mediaType, data);
  if (as === "input_image" || (as === undefined && mediaType.startsWith("image/"))) {
    const image_url = written ?? url;
    if (as === undefined && image_url === undefined) return undefined;
    // Where it came from elsewhere nobody has said how closely to look.
    const detail: JsonObject = as === undefined ? { detail: "auto" } : {};
    return { type: "input_image", ...detail, ...(image_url === undefined ? {} : { image_url }) };
  }
  if (as === undefined && (mediaType.startsWith("audio/") || (data === undefined && url === undefined)))
    return undefined;
  const filename =
    name ?? (as === undefined && data !== undefined ? `file.${mediaType.split("/")[1]}` : undefined);
  return {
    type: "input_file",
    ...(written === undefined ? {} : { file_data: written }),
    ...(url === undefined ? {} : { file_url: url }),
    ...(filename === undefined ? {} : { filename }),
  };
}

function own(value: JsonObject): { readonly [maker: string]: Json } {
  return { [contentForm.maker]: value };
}
