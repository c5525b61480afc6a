import { TidemarkError } from "../../error.js";

/** For options that may be given several times, or once with commas. */
export function addNames(given: string, before: readonly string[] = []): string[] {
  const names = given.split(",").map((name) => name.trim());
  const found = names.filter((name) => name !== "");
  if (found.length > 0) return [...before, ...found];
  throw new TidemarkError("bad-argument", "--agent needs the name of an agent.", {
    hint: "Run it with --help for the names, or leave it out for all that are found.",
  });
}
