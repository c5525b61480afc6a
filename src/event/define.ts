import type * as v from "valibot";

/** An event's schema and one line of meaning. Its version is in `events.ts`. */
export interface Definition<S extends v.GenericSchema = v.GenericSchema> {
  readonly meaning: string;
  readonly schema: S;
}

/** Makes the schema on first use: hooks load all definitions, and few of them check an event. */
export function define<S extends v.GenericSchema>(meaning: string, makeSchema: () => S): Definition<S> {
  let schema: S | undefined;
  return {
    meaning,
    get schema() {
      schema ??= makeSchema();
      return schema;
    },
  };
}
