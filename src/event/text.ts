import type { Envelope } from "./envelope.js";
import { type EventName, registry } from "./registry.js";

/** Maps every text and foreign name in an event, but no id and no word of our own vocabulary. Same object if unchanged. */
export function mapTexts(event: Envelope, map: (text: string) => string): Envelope {
  const schema = Object.hasOwn(registry, event.type) ? registry[event.type as EventName].schema : undefined;
  const session = map(event.session);
  const branch = event.branch === undefined ? undefined : map(event.branch);
  const dir = event.dir === undefined ? undefined : map(event.dir);
  const data = mapValue(event.data, schema, map);
  if (session === event.session && branch === event.branch && dir === event.dir && data === event.data)
    return event;
  return { ...event, session, branch, dir, data };
}

function mapValue(value: unknown, schema: object | undefined, map: (text: string) => string): unknown {
  const shape = optionFor(unwrapped(schema), value);
  if (typeof value === "string") return isVocabulary(shape) ? value : map(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapValue(item, part(shape, "item"), map));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const entries = part(shape, "entries");
  const before = Object.entries(value);
  const after = before.map(([key, item]): [string, unknown] => {
    const own = entries === undefined ? undefined : part(entries, key);
    // A field that is not in the schema came from outside, or from a newer Tidemark.
    return [own === undefined ? map(key) : key, mapValue(item, own, map)];
  });
  const isSame = after.every(([key, item], at) => key === before[at]?.[0] && item === before[at]?.[1]);
  return isSame ? value : Object.fromEntries(after);
}

/** Without the wrapper of an optional field. */
function unwrapped(schema: object | undefined): object | undefined {
  const inner = schema === undefined ? undefined : part(schema, "wrapped");
  return inner === undefined ? schema : unwrapped(inner);
}

/** The option of a union that fits the value by its kind or its `type`. */
function optionFor(shape: object | undefined, value: unknown): object | undefined {
  const options = part(shape, "options");
  if (!Array.isArray(options) || isVocabulary(shape)) return shape;
  const kind = Array.isArray(value) ? "array" : typeof value;
  const type: unknown = kind === "object" && value !== null ? Reflect.get(Object(value), "type") : undefined;
  return options.find((option: object) => {
    const own = part(part(option, "entries"), "type");
    if (kind === "object" && own !== undefined) return Reflect.get(own, "literal") === type;
    return Reflect.get(option, "type") === kind;
  });
}

function isVocabulary(shape: object | undefined): boolean {
  return shape !== undefined && "type" in shape && (shape.type === "picklist" || shape.type === "literal");
}

function part(shape: object | undefined, name: string): object | undefined {
  const found: unknown =
    shape !== undefined && Object.hasOwn(shape, name) ? Reflect.get(shape, name) : undefined;
  return typeof found === "object" && found !== null ? found : undefined;
}
