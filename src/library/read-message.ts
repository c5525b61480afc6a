import type { Json } from "../event/json.js";
import { type Part, ROLES, type ToolAbout } from "../event/message.js";
import { TOOL_ACTIONS } from "../event/tool.js";
import { kindOf, wrong } from "./check.js";
import type { NewMessage } from "./message/message.js";
import { readJson } from "./read-json.js";

const TYPES: readonly Part["type"][] = ["text", "file", "reasoning", "tool-call", "tool-result", "foreign"];
/** A message as it is read back may be added to another session. */
const OF_A_KEPT_ONE = ["id", "at", "clock"];

type Fields = { readonly [key: string]: unknown };

/** A message as a program hands it over, as a copy that nobody else changes; a clear error where it is none. */
export function readMessage(value: unknown): NewMessage {
  const fields = requireFields(value, "A message");
  const role = ROLES.find((known) => known === fields["role"]);
  if (role === undefined)
    throw wrong(`A message's role is one of ${ROLES.join(", ")}; this one's is ${quoted(fields["role"])}.`);
  const { content, incomplete, extra } = fields;
  requireKnown(fields, ["role", "content", "incomplete", "extra", ...OF_A_KEPT_ONE], "A message");
  return {
    role,
    content: typeof content === "string" ? content : readParts(content),
    ...(readFlag(incomplete, "incomplete") ? { incomplete: true } : {}),
    ...readExtra(extra, "extra"),
  };
}

function readParts(content: unknown): Part[] {
  if (Array.isArray(content)) return content.map((part: unknown, n) => readPart(part, `content[${n}]`));
  throw wrong(
    `A message's content is a text or a list of parts; this one is ${kindOf(content)}.`,
    'For example { role: "user", content: "Hello" }.',
  );
}

function readPart(value: unknown, where: string): Part {
  const fields = requireFields(value, where);
  const type = TYPES.find((known) => known === fields["type"]);
  if (type === undefined) {
    throw wrong(
      `${where} has the type ${quoted(fields["type"])}; a part is one of ${TYPES.join(", ")}.`,
      'What only a maker understands goes into { type: "foreign", from: MAKER, value }. See also tidemark/anthropic, tidemark/openai and tidemark/ai-sdk.',
    );
  }
  requireKnown(fields, KNOWN[type], where);
  const text = (name: string) => readText(fields[name], `${where}.${name}`);
  const optional = <K extends string>(name: K) => readOptional(fields, name, where);
  switch (type) {
    case "text":
    case "reasoning":
      return { type, text: text("text"), ...readExtra(fields["extra"], `${where}.extra`) };
    case "file":
      if (["data", "url", "extra"].every((name) => fields[name] === undefined))
        throw wrong(
          `${where} is a file without data and url.`,
          "Give its bytes in base64 as data, or its url.",
        );
      return {
        type,
        mediaType: text("mediaType"),
        ...optional("data"),
        ...optional("url"),
        ...optional("name"),
        ...readExtra(fields["extra"], `${where}.extra`),
      };
    case "tool-call":
      return {
        type,
        id: text("id"),
        tool: text("tool"),
        input: readJson(fields["input"] === undefined ? {} : fields["input"], `${where}.input`),
        ...readExtra(fields["extra"], `${where}.extra`),
      };
    case "tool-result":
      return {
        type,
        id: text("id"),
        ...optional("tool"),
        output: readJson(fields["output"] === undefined ? "" : fields["output"], `${where}.output`),
        ...(readFlag(fields["failed"], `${where}.failed`) ? { failed: true } : {}),
        ...readAbout(fields["about"], `${where}.about`),
        ...readExtra(fields["extra"], `${where}.extra`),
      };
    case "foreign":
      return { type, from: text("from"), value: readJson(fields["value"], `${where}.value`) };
  }
}

const KNOWN: { readonly [T in Part["type"]]: readonly string[] } = {
  text: ["type", "text", "extra"],
  reasoning: ["type", "text", "extra"],
  file: ["type", "mediaType", "data", "url", "name", "extra"],
  "tool-call": ["type", "id", "tool", "input", "extra"],
  "tool-result": ["type", "id", "tool", "output", "failed", "about", "extra"],
  foreign: ["type", "from", "value"],
};

function readAbout(value: unknown, where: string): { about?: ToolAbout } {
  if (value === undefined) return {};
  const fields = requireFields(value, where);
  const action = TOOL_ACTIONS.find((known) => known === fields["action"]);
  if (action === undefined) throw wrong(`${where}.action is one of ${TOOL_ACTIONS.join(", ")}.`);
  const { paths } = fields;
  if (paths !== undefined && !Array.isArray(paths)) throw wrong(`${where}.paths must be a list of texts.`);
  return {
    about: {
      action,
      paths: paths === undefined ? undefined : paths.map((path: unknown) => readText(path, `${where}.paths`)),
      ...readOptional(fields, "command", where),
      ...readOptional(fields, "target", where),
    },
  };
}

function readExtra(value: unknown, where: string): { extra?: { [maker: string]: Json } } {
  if (value === undefined) return {};
  const fields = requireFields(value, where);
  const entries = Object.entries(fields).filter(([, item]) => item !== undefined);
  return {
    extra: Object.fromEntries(entries.map(([maker, item]) => [maker, readJson(item, `${where}.${maker}`)])),
  };
}

function readOptional<K extends string>(fields: Fields, name: K, where: string): { [P in K]?: string } {
  const value = fields[name];
  const read: { [P in K]?: string } = {};
  if (value !== undefined) read[name] = readText(value, `${where}.${name}`);
  return read;
}

function readText(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  throw wrong(`${where} must be a text, and is ${kindOf(value)}.`);
}

function readFlag(value: unknown, where: string): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  throw wrong(`${where} must be true or false, and is ${kindOf(value)}.`);
}

function requireFields(value: unknown, where: string): Fields {
  if (isFields(value)) return value;
  throw wrong(`${where} must be an object, and is ${kindOf(value)}.`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that is left out without a word would be lost. */
function requireKnown(fields: Fields, known: readonly string[], where: string): void {
  for (const name in fields)
    if (!known.includes(name) && fields[name] !== undefined && Object.hasOwn(fields, name))
      throw wrong(
        `${where} has no field "${name}".`,
        `Put what only a maker understands into extra: { MAKER: { ${name}: … } }.`,
      );
}

function quoted(value: unknown): string {
  return typeof value === "string" ? `"${value.slice(0, 40)}"` : kindOf(value);
}
