import { fieldOf, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolAbout } from "../../event/message.js";
import { hidePrivateFrom } from "../../redact/private.js";
import { type JsonRedaction, redactJson } from "../../redact/redact-json.js";
import type { Redact } from "../../redact/redactor.js";
import type { NewMessage } from "./message.js";

/** Removes secrets from a message, or returns the same object. Binary files and signed data of a maker stay. */
export function redactMessage(message: NewMessage, redact: Redact): NewMessage {
  const { content, extra } = message;
  return patch(message, {
    content: typeof content === "string" ? redact(content) : redactParts(content, redact),
    extra: extra && redactExtra(extra, redact),
  });
}

/** Returns the same object if no field changes. */
function patch<T extends object>(value: T, fields: Partial<T>): T {
  for (const name in fields) if (fields[name] !== value[name]) return { ...value, ...fields };
  return value;
}

function redactParts(parts: Part[], redact: Redact): Part[] {
  let depth = 0;
  const clean = parts.map((part) => {
    const shown = hideFenced(part, depth);
    depth = shown.depth;
    return redactPart(shown.part, redact);
  });
  return clean.every((part, n) => part === parts[n]) ? parts : clean;
}

/** A private section that begins in one text of a message may end in another. */
function hideFenced(part: Part, open: number): { readonly part: Part; readonly depth: number } {
  if (part.type === "text" || part.type === "reasoning") {
    const { text, depth } = hidePrivateFrom(part.text, open);
    return { part: patch(part, { text }), depth };
  }
  if (part.type === "tool-result" && typeof part.output === "string") {
    const { text: output, depth } = hidePrivateFrom(part.output, open);
    return { part: patch(part, { output }), depth };
  }
  return { part, depth: open };
}

function redactPart(part: Part, redact: Redact): Part {
  const clean = redactBody(part, redact);
  return clean.type === "foreign" || clean.extra === undefined
    ? clean
    : patch(clean, { extra: redactExtra(clean.extra, redact) });
}

function redactBody(part: Part, redact: Redact): Part {
  const redactOptional = (text: string | undefined) => text && redact(text);
  switch (part.type) {
    case "text":
    case "reasoning":
      return patch(part, { text: redact(part.text) });
    case "file": {
      const { mediaType, name, url, data } = part;
      return patch(part, {
        mediaType: redact(mediaType),
        data: data && IS_TEXT.test(mediaType) ? redactBase64(data, redact) : data,
        name: redactOptional(name),
        url: url && redactUrl(url, redact),
      });
    }
    // Redacting is the same for a call and its result, so their ids still match.
    case "tool-call":
      return patch(part, {
        id: redact(part.id),
        tool: redact(part.tool),
        input: redactJson(part.input, { redact, isSpared: isSparedOfTools }),
      });
    case "tool-result": {
      const { id, tool, about, output } = part;
      return patch(part, {
        id: redact(id),
        tool: redactOptional(tool),
        output: redactJson(output, { redact, isSpared: isSparedOfTools }),
        about: about && redactAbout(about, redact),
      });
    }
    case "foreign":
      return patch(part, { value: redactJson(part.value, { redact, isSpared: isSparedOfMakers }) });
  }
}

/** Media types of files whose content is redacted. */
const IS_TEXT = /^text\/|[/+](?:json|xml|yaml|toml|javascript|typescript|sql|x-sh)\b/i;

function redactUrl(url: string, redact: Redact): string {
  if (!isDataUrl(url)) return redact(url);
  const start = url.indexOf(",") + 1;
  const [head, data] = [url.slice(0, start), url.slice(start)];
  return IS_TEXT.test(head.slice("data:".length)) ? head + redactBase64(data, redact) : url;
}

/** Returns the same data if it is not text or has no secret. */
function redactBase64(data: string, redact: Redact): string {
  const bytes = Buffer.from(data, "base64");
  const text = bytes.toString("utf8");
  const clean = redact(text);
  return clean === text || !Buffer.from(text).equals(bytes) ? data : Buffer.from(clean).toString("base64");
}

function redactAbout(about: ToolAbout, redact: Redact): ToolAbout {
  const { paths, command, target } = about;
  const cleanPaths = paths?.map((path) => redact(path));
  return patch(about, {
    paths: cleanPaths?.every((path, n) => path === paths?.[n]) ? paths : cleanPaths,
    command: command && redact(command),
    target: target && redact(target),
  });
}

function redactExtra(extra: { [maker: string]: Json }, redact: Redact): { [maker: string]: Json } {
  const clean = Object.entries(extra).map(([maker, value]): [string, Json] => [
    maker,
    redactJson(value, { redact, isSpared: isSparedOfMakers }),
  ]);
  return clean.every(([maker, value]) => value === extra[maker]) ? extra : Object.fromEntries(clean);
}

type IsSpared = NonNullable<JsonRedaction["isSpared"]>;

const isSparedOfTools: IsSpared = (fields, key, text) =>
  (ENCRYPTED.test(key) && BASE64.test(text)) || isBytes(fields, key, text);
const isSparedOfMakers: IsSpared = (fields, key, text) => SEALED.test(key) || isBytes(fields, key, text);

/** Fields of results of a maker's own tools that only that maker can read. */
const ENCRYPTED = /^encrypted_?(?:content|index|stdout)$/i;

/** Fields of an answer that only its maker can read. */
const SEALED =
  /^(?:thought_?)?signature$|^(?:reasoning_?)?encrypted_?(?:content|index|stdout|reasoning)$|^redacted_?data$/i;

const BASE64 = /^[A-Za-z0-9+/]{64,}={0,2}$/;
const FILE_TYPE_FIELDS = ["media_type", "mediaType", "mimeType", "mime_type", "format"];

/** Base64 next to a media type: a secret key may look like base64, too. */
function isBytes(fields: JsonObject, key: string, text: string): boolean {
  if (isDataUrl(text)) return true;
  if (key === "b64_json") return BASE64.test(text);
  if (key !== "data" && key !== "file_data") return false;
  // `as` holds the maker's own type.
  const type = ["type", "as"].map((name) => fieldOf(fields, name)).find(Boolean);
  const isFile = type === "base64" || FILE_TYPE_FIELDS.some((name) => Object.hasOwn(fields, name));
  return type === "redacted_thinking" || (isFile && BASE64.test(text));
}

function isDataUrl(text: string): boolean {
  return /^data:[\w.+-]{1,60}\/[\w.+-]{1,80}(?:;[\w=.-]{1,60}){0,4};base64,[A-Za-z0-9+/_-]*={0,2}$/.test(
    text,
  );
}
