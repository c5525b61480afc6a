import { TidemarkError } from "../error.js";

/** Options of a command that are either set or not. */
export type Flags<Name extends string> = { readonly [N in Name]?: boolean };

/** Options of a command that take a text. */
export type Texts<Name extends string> = { readonly [N in Name]?: string };

export function parseCount(text: string, name: string, min = 1): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min) return value;
  throw new TidemarkError("bad-argument", `${name} takes a whole number from ${min} on, not "${text}".`);
}

export function parseChoice<T extends string>(text: string, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new TidemarkError("bad-argument", `${name} takes ${choices.join(", ")}; not "${text}".`);
}

/** For options that may be repeated, or have several values with commas. */
export function addNames(value: string, before: readonly string[] = []): string[] {
  const names = value.split(",").flatMap((name) => name.trim() || []);
  if (names.length > 0) return [...before, ...names];
  throw new TidemarkError("bad-argument", "--agent needs the name of an agent.", {
    hint: "Run it with --help for the names, or leave it out for all that are found.",
  });
}

/** Quotes a text for a shell if needed. */
export function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
