import { TidemarkError } from "../error.js";

/** Finds the only entry whose id is the prefix or begins with it. `list` names the command that shows them. */
export function findByPrefix<T extends { readonly id: string }>(
  entries: readonly T[],
  prefix: string,
  what: string,
  list: string,
): T {
  const exact = entries.find(({ id }) => id === prefix);
  if (exact !== undefined) return exact;
  const found = prefix === "" ? [] : entries.filter(({ id }) => id.startsWith(prefix));
  const [only] = found;
  if (only === undefined) {
    throw new TidemarkError("not-found", `There is no ${what} "${prefix}" in this project.`, {
      hint: `See them with: ${list}`,
    });
  }
  const ids = [...new Set(found.map(({ id }) => id))].slice(0, 4);
  if (ids.length === 1) return only;
  throw new TidemarkError("bad-argument", `"${prefix}" is the start of more than one ${what}.`, {
    hint: `Give more of it: ${ids.join(", ")}`,
  });
}
