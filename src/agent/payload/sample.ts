import { lookUp } from "./fields.js";

/** A sample payload for testing an installed hook; undefined for unknown events. */
export function sampleOf(
  event: string,
  common: object,
  fields: { readonly [event: string]: object },
): object | undefined {
  const own = lookUp(fields, event);
  return own === undefined ? undefined : { ...common, ...own };
}
