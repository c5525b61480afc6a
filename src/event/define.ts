import type * as v from "valibot";

/** One kind of event as data: its schema and one line of meaning. Its version stands in `events.ts`. */
export interface Definition<S extends v.GenericSchema = v.GenericSchema> {
  readonly meaning: string;
  readonly schema: S;
}

export function define<S extends v.GenericSchema>(meaning: string, schema: S): Definition<S> {
  return { meaning, schema };
}
