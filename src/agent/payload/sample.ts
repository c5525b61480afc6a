import { lookUp } from "./fields.js";

/** A payload for trying an installed hook: what all have, and what this event adds. Undefined for events we do not know. */
export function sampleOf(
  event: string,
  common: object,
  fields: { readonly [event: string]: object },
): object | undefined {
  const own = lookUp(fields, event);
  return own === undefined ? undefined : { ...common, ...own };
}
