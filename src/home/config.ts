import { TidemarkError } from "../error.js";
import { isPrivateFile, readPrivate } from "../host/file/folder.js";

/** The unchecked content of `config.json`. */
export interface Config {
  readonly [key: string]: unknown;
}

/** The form of a value, and its description for people. */
interface Form<T> {
  readonly takes: string;
  readonly is: (value: unknown) => value is T;
}

const text: Form<string> = { takes: "a text", is: (value) => typeof value === "string" };
const flag: Form<boolean> = { takes: "true or false", is: (value) => typeof value === "boolean" };
const count: Form<number> = {
  takes: "a whole number from 1 on",
  is: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** Every key of `config.json`; `a.b` is the key `b` in the object `a`. The users of a value check its details. */
const FORMS = {
  embedder: text,
  model: text,
  distil: flag,
  price: { takes: "two amounts", is: (value): value is unknown => value !== undefined },
  quota: {
    takes: "a size",
    is: (value): value is string | number => typeof value === "string" || typeof value === "number",
  },
  redact: { takes: "a list of patterns", is: (value): value is unknown => value !== undefined },
  checkpoints: flag,
  "checkpoints.max_per_session": count,
  "checkpoint.largestMegabytes": {
    takes: "a number above 0",
    is: (value): value is number => typeof value === "number" && value > 0,
  },
  "storage.max_sessions": count,
  "recovery.auto_resume": flag,
  "serialization.interval_ms": count,
} satisfies { readonly [key: string]: Form<unknown> };

export type ConfigKey = keyof typeof FORMS;

export function configKeys(): ConfigKey[] {
  return Object.keys(FORMS).filter(isConfigKey);
}

export type ConfigValue<K extends ConfigKey> = (typeof FORMS)[K] extends Form<infer T> ? T : never;

/** The value of a key, or undefined if it is not set. Throws if the file, or this one value, is malformed. */
export function configured<K extends ConfigKey>(home: string, key: K): ConfigValue<K> | undefined {
  const value = entriesIn(readConfig(home)).get(key);
  if (value === undefined) return undefined;
  if (isOfForm(key, value)) return value;
  throw malformedConfig(home, `: "${key}" takes ${FORMS[key].takes}`);
}

/** Like {@link configured}, for automatic work that continues without an unreadable value. */
export function configuredIfReadable<K extends ConfigKey>(home: string, key: K): ConfigValue<K> | undefined {
  try {
    return configured(home, key);
  } catch {
    return undefined; // `doctor` and `status` report it.
  }
}

export function unknownKeys(home: string): string[] {
  return [...entriesIn(readConfig(home)).keys()].filter((key) => !isConfigKey(key));
}

/** The whole file. A link or the file of another user is an error. */
export function readConfig(home: string): Config {
  const path = configPath(home);
  const config = parseConfig(isPrivateFile(path) ? (readPrivate(path) ?? "") : undefined);
  if (config === undefined) throw malformedConfig(home);
  return config;
}

/** Like {@link readConfig}, but undefined if it is malformed. A hook loads as little as possible. */
export function readConfigInHook(home: string): Config | undefined {
  return parseConfig(readPrivate(configPath(home)));
}

function parseConfig(text = "{}"): Config | undefined {
  try {
    return text.trimStart().startsWith("{") ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // Not JSON.
  }
}

export function configPath(home: string): string {
  return `${home}/config.json`;
}

function malformedConfig(home: string, why = ""): TidemarkError {
  return new TidemarkError("settings-malformed", `${configPath(home)} is not what it should be${why}.`, {
    hint: 'Write it like {"embedder": "table", "quota": "2 GB"}, or remove it.',
  });
}

/** Flattens the objects of known keys: `a.b`. */
function entriesIn(config: Config): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const [key, value] of Object.entries(config)) {
    const hasInner = Object.keys(FORMS).some((known) => known.startsWith(`${key}.`));
    if (!hasInner || !isObject(value)) entries.set(key, value);
    else for (const [inner, innerValue] of Object.entries(value)) entries.set(`${key}.${inner}`, innerValue);
  }
  return entries;
}

function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(FORMS, key);
}

function isOfForm<K extends ConfigKey>(key: K, value: unknown): value is ConfigValue<K> {
  return FORMS[key].is(value);
}

function isObject(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
