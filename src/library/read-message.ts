import * as v from "valibot";
import type { Json } from "../event/json.js";
import { PART_SCHEMAS, type Part, ROLES } from "../event/message.js";
import { readJson, requireFlag, requireOneOf, typeName, wrong } from "./check.js";
import type { NewMessage } from "./message/message.js";

/** `id`, `at` and `clock` are allowed, so a message read from one session can be added to another. */
const MESSAGE_FIELDS = ["role", "content", "incomplete", "extra", "id", "at", "clock"];
/** Values for fields that a program may leave out. */
const DEFAULTS: Fields = { input: {}, output: "" };

type Fields = { readonly [key: string]: unknown };

/** Copies a message of a program, or throws a clear error. */
export function readMessage(value: unknown): NewMessage {
  const fields = requireFields(value, "A message");
  const { content, incomplete, extra } = fields;
  const role = ROLES.find((known) => known === fields["role"]);
  if (role === undefined)
    throw wrong(`A message's role is one of ${ROLES.join(", ")}; this one's is ${quoted(fields["role"])}.`);
  requireKnown(fields, MESSAGE_FIELDS, "A message");
  return {
    role,
    content: typeof content === "string" ? content : readParts(content),
    incomplete: (incomplete !== undefined && requireFlag(incomplete, "incomplete")) || undefined,
    extra: extra === undefined ? undefined : readExtra(extra, "extra"),
  };
}

function readParts(content: unknown): Part[] {
  if (Array.isArray(content)) return content.map((part: unknown, n) => readPart(part, `content[${n}]`));
  throw wrong(
    `A message's content is a text or a list of parts; this one is ${typeName(content)}.`,
    'For example { role: "user", content: "Hello" }.',
  );
}

function readPart(value: unknown, where: string): Part {
  const fields = requireFields(value, where);
  const schema = PART_SCHEMAS.find(({ entries }) => entries.type.literal === fields["type"]);
  if (schema === undefined)
    throw wrong(
      `${where} has the type ${quoted(fields["type"])}; a part is one of ${(PART_SCHEMAS.map(({ entries }) => entries.type.literal)).join(", ")}.`,
      'What only a maker understands goes into { type: "foreign", from: MAKER, value }. See also tidemark/anthropic, tidemark/openai and tidemark/ai-sdk.',
    );
  requireKnown(fields, Object.keys(schema.entries), where);
  if (fields["type"] === "file" && ["data", "url", "extra"].every((name) => fields[name] === undefined))
    throw wrong(`${where} is a file without data and url.`, "Give its bytes in base64 as data, or its url.");
  return v.parse(schema, readFields(schema.entries, fields, where));
}

/** The parts of a valibot schema that say how a field is read. */
interface Field {
  readonly type: string;
  readonly wrapped?: Field;
  readonly entries?: { readonly [name: string]: Field };
  readonly options?: readonly unknown[];
}

function readFields(entries: { readonly [name: string]: Field }, fields: Fields, where: string): Fields {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, field]) => {
      const value = fields[name] === undefined ? DEFAULTS[name] : fields[name];
      if (value === undefined && field.wrapped !== undefined) return [];
      return [[name, readField(field.wrapped ?? field, value, `${where}.${name}`)]];
    }),
  );
}

function readField(field: Field, value: unknown, where: string): unknown {
  switch (field.type) {
    case "string":
      return readString(value, where);
    case "literal":
      return typeof value === "string" ? value : requireFlag(value, where) || undefined;
    case "picklist":
      return requireOneOf(value, field.options ?? [], where);
    case "array":
      if (!Array.isArray(value)) throw wrong(`${where} must be a list of texts.`);
      return value.map((item: unknown) => readString(item, where));
    case "object":
      return readFields(field.entries ?? {}, requireFields(value, where), where);
    case "record":
      return readExtra(value, where);
    default:
      return readJson(value, where);
  }
}

function readExtra(value: unknown, where: string): { [maker: string]: Json } {
  const entries = Object.entries(requireFields(value, where)).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([maker, item]) => [maker, readJson(item, `${where}.${maker}`)]));
}

/** Unlike `requireText`, takes an empty text. */
function readString(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  throw wrong(`${where} must be a text, and is ${typeName(value)}.`);
}

function requireFields(value: unknown, where: string): Fields {
  if (isFields(value)) return value;
  throw wrong(`${where} must be an object, and is ${typeName(value)}.`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Refuses unknown fields, which would be lost. */
function requireKnown(fields: Fields, known: readonly string[], where: string): void {
  for (const name in fields)
    if (!known.includes(name) && fields[name] !== undefined && Object.hasOwn(fields, name))
      throw wrong(
        `${where} has no field "${name}".`,
        `Put what only a maker understands into extra: { MAKER: { ${name}: … } }.`,
      );
}

function quoted(value: unknown): string {
  return typeof value === "string" ? `"${value.slice(0, 40)}"` : typeName(value);
}
