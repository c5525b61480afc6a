import { TidemarkError } from "../error.js";

/** A whole number from an option, or a clear error. */
export function parseCount(text: string, name: string, least = 1): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new TidemarkError("bad-argument", `${name} takes a whole number from ${least} on, not "${text}".`);
}

/** One of a few words, or a clear error. */
export function parseChoice<T extends string>(text: string, name: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new TidemarkError("bad-argument", `${name} takes ${choices.join(", ")}; not "${text}".`);
}

/** For options that may be given several times, or once with commas. */
export function addNames(given: string, before: readonly string[] = []): string[] {
  const names = given.split(",").map((name) => name.trim());
  const found = names.filter((name) => name !== "");
  if (found.length > 0) return [...before, ...found];
  throw new TidemarkError("bad-argument", "--agent needs the name of an agent.", {
    hint: "Run it with --help for the names, or leave it out for all that are found.",
  });
}

/** A text as one word of a shell's line, to be copied. */
export function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
