import { fieldOf, type Json, type JsonObject } from "../../event/json.js";
import type { Part, ToolAbout } from "../../event/message.js";
import { hidePrivateFrom } from "../../redact/private.js";
import { type JsonRedaction, redactJson } from "../../redact/redact-json.js";
import type { Redact } from "../../redact/redactor.js";
import type { NewMessage } from "./message.js";

/**
 * A message without secrets, whatever part they are in; the very same one where there are none. Bytes of files that are no
 * text stay, and what a maker has sealed: a changed sign in it, and the maker takes none of it back.
 */
export function redactMessage(message: NewMessage, redact: Redact): NewMessage {
  const { content, extra } = message;
  const clean = typeof content === "string" ? redact(content) : redactParts(content, redact);
  const cleanExtra = extra === undefined ? undefined : redactExtra(extra, redact);
  if (clean === content && cleanExtra === extra) return message;
  return { ...message, content: clean, ...(cleanExtra === undefined ? {} : { extra: cleanExtra }) };
}

function redactParts(parts: Part[], redact: Redact): Part[] {
  let isChanged = false;
  let depth = 0;
  const clean = parts.map((part) => {
    const shown = hideFenced(part, depth);
    depth = shown.depth;
    const redacted = redactPart(shown.part, redact);
    isChanged ||= redacted !== part;
    return redacted;
  });
  return isChanged ? clean : parts;
}

/** What a person fences off in one text may end in another of the message. */
function hideFenced(part: Part, open: number): { readonly part: Part; readonly depth: number } {
  if (part.type === "text" || part.type === "reasoning") {
    const { text, depth } = hidePrivateFrom(part.text, open);
    return { part: text === part.text ? part : { ...part, text }, depth };
  }
  if (part.type === "tool-result" && typeof part.output === "string") {
    const { text: output, depth } = hidePrivateFrom(part.output, open);
    return { part: output === part.output ? part : { ...part, output }, depth };
  }
  return { part, depth: open };
}

function redactPart(part: Part, redact: Redact): Part {
  const clean = redactBody(part, redact);
  if (!("extra" in clean) || clean.extra === undefined) return clean;
  const extra = redactExtra(clean.extra, redact);
  return extra === clean.extra ? clean : { ...clean, extra };
}

function redactBody(part: Part, redact: Redact): Part {
  switch (part.type) {
    case "text":
    case "reasoning": {
      const text = redact(part.text);
      return text === part.text ? part : { ...part, text };
    }
    case "file": {
      const { name, url, data } = part;
      const mediaType = redact(part.mediaType);
      const cleanName = name === undefined ? undefined : redact(name);
      const cleanUrl = url === undefined ? undefined : redactAddress(url, redact);
      const cleanData =
        data === undefined || !IS_TEXT.test(part.mediaType) ? data : redactBase64(data, redact);
      const isSame = cleanName === name && cleanUrl === url && cleanData === data;
      if (isSame && mediaType === part.mediaType) return part;
      return {
        ...part,
        mediaType,
        ...(cleanData === undefined ? {} : { data: cleanData }),
        ...(cleanName === undefined ? {} : { name: cleanName }),
        ...(cleanUrl === undefined ? {} : { url: cleanUrl }),
      };
    }
    // The id pairs a call with its result: both are redacted alike.
    case "tool-call": {
      const id = redact(part.id);
      const tool = redact(part.tool);
      const input = redactJson(part.input, { redact, isSpared: isSparedOfTools });
      const isSame = id === part.id && tool === part.tool && input === part.input;
      return isSame ? part : { ...part, id, tool, input };
    }
    case "tool-result": {
      const id = redact(part.id);
      const tool = part.tool === undefined ? undefined : redact(part.tool);
      const about = part.about === undefined ? undefined : redactAbout(part.about, redact);
      const output = redactJson(part.output, { redact, isSpared: isSparedOfTools });
      const isSame = id === part.id && tool === part.tool && about === part.about && output === part.output;
      if (isSame) return part;
      return {
        ...part,
        id,
        ...(tool === undefined ? {} : { tool }),
        output,
        ...(about === undefined ? {} : { about }),
      };
    }
    case "foreign": {
      const value = redactJson(part.value, { redact, isSpared: isSparedOfMakers });
      return value === part.value ? part : { ...part, value };
    }
  }
}

/** Files that are read as a text: what is in them is looked at. */
const IS_TEXT = /^text\/|[/+](?:json|xml|yaml|toml|javascript|typescript|sql|x-sh)\b/i;

function redactAddress(url: string, redact: Redact): string {
  if (!isDataUrl(url)) return redact(url);
  const start = url.indexOf(",") + 1;
  const [head, data] = [url.slice(0, start), url.slice(start)];
  return IS_TEXT.test(head.slice("data:".length)) ? head + redactBase64(data, redact) : url;
}

/** The very same bytes where there is no secret in them, or they are no text. */
function redactBase64(data: string, redact: Redact): string {
  const bytes = Buffer.from(data, "base64");
  const text = bytes.toString("utf8");
  const clean = redact(text);
  return clean === text || !Buffer.from(text).equals(bytes) ? data : Buffer.from(clean).toString("base64");
}

function redactAbout(about: ToolAbout, redact: Redact): ToolAbout {
  const { paths, command, target } = about;
  const clean = {
    ...about,
    ...(paths === undefined ? {} : { paths: paths.map((path) => redact(path)) }),
    ...(command === undefined ? {} : { command: redact(command) }),
    ...(target === undefined ? {} : { target: redact(target) }),
  };
  const isSame =
    clean.command === command &&
    clean.target === target &&
    (paths ?? []).every((path, n) => clean.paths?.[n] === path);
  return isSame ? about : clean;
}

function redactExtra(extra: { [maker: string]: Json }, redact: Redact): { [maker: string]: Json } {
  let isChanged = false;
  const clean = Object.entries(extra).map(([maker, value]): [string, Json] => {
    const redacted = redactJson(value, { redact, isSpared: isSparedOfMakers });
    isChanged ||= redacted !== value;
    return [maker, redacted];
  });
  return isChanged ? Object.fromEntries(clean) : extra;
}

type IsSpared = NonNullable<JsonRedaction["isSpared"]>;

const isSparedOfTools: IsSpared = (fields, key, text) =>
  (ENCRYPTED.test(key) && BASE64.test(text)) || isBytes(fields, key, text);
const isSparedOfMakers: IsSpared = (fields, key, text) => SEALED.test(key) || isBytes(fields, key, text);

/** What a maker's own tools give back for that maker alone. */
const ENCRYPTED = /^encrypted_?(?:content|index|stdout)$/i;

/** What makers put into an answer for themselves alone. */
const SEALED =
  /^(?:thought_?)?signature$|^(?:reasoning_?)?encrypted_?(?:content|index|stdout|reasoning)$|^redacted_?data$/i;

const BASE64 = /^[A-Za-z0-9+/]{64,}={0,2}$/;
const OF_A_FILE = ["media_type", "mediaType", "mimeType", "mime_type", "format"];

/** In base64, beside a word on what they are of: a key alone may have any letters. */
function isBytes(fields: JsonObject, key: string, text: string): boolean {
  if (isDataUrl(text)) return true;
  if (key === "b64_json") return BASE64.test(text);
  if (key !== "data" && key !== "file_data") return false;
  // What a part was to its maker stands in `as`, where our own words do not say it.
  const type = ["type", "as"].map((name) => fieldOf(fields, name)).find(Boolean);
  const isFile = type === "base64" || OF_A_FILE.some((name) => Object.hasOwn(fields, name));
  return type === "redacted_thinking" || (isFile && BASE64.test(text));
}

function isDataUrl(text: string): boolean {
  return /^data:[\w.+-]{1,60}\/[\w.+-]{1,80}(?:;[\w=.-]{1,60}){0,4};base64,[A-Za-z0-9+/_-]*={0,2}$/.test(
    text,
  );
}
