import type { Fields } from "../agent/payload/fields.js";
import { TidemarkError } from "../error.js";

/** A text that must be there. */
export function textIn(args: Fields, name: string): string {
  const text = optionalText(args, name);
  if (text !== undefined) return text;
  throw new TidemarkError("bad-argument", `"${name}" is missing.`, { hint: `Call it again with "${name}".` });
}

export function optionalText(args: Fields, name: string): string | undefined {
  const value = args[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw wrong(name, "a text");
  return value.trim() === "" ? undefined : value;
}

export function choiceIn<T extends string>(args: Fields, name: string, choices: readonly T[], usual?: T): T {
  const text = optionalText(args, name);
  const found = text === undefined ? usual : choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw wrong(name, `one of ${choices.join(", ")}`);
}

/** A whole number from 1 to `most`; more than that is taken for it. */
export function countIn(args: Fields, name: string, most: number): number | undefined {
  const value = args[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1)
    throw wrong(name, "a whole number from 1 on");
  return Math.min(value, most);
}

export function textsIn(args: Fields, name: string): readonly string[] | undefined {
  const value = args[name] ?? undefined;
  if (value === undefined) return undefined;
  const all = Array.isArray(value) ? value : [value];
  if (all.every((one) => typeof one === "string")) return all;
  throw wrong(name, "a list of texts");
}

export function isOn(args: Fields, name: string): boolean {
  const value = args[name] ?? false;
  if (typeof value !== "boolean") throw wrong(name, "true or false");
  return value;
}

function wrong(name: string, what: string): TidemarkError {
  return new TidemarkError("bad-argument", `"${name}" takes ${what}.`);
}
