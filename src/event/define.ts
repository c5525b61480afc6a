import type * as v from "valibot";

/** One kind of event as data: its schema and one line of meaning. Its version stands in `events.ts`. */
export interface Definition<S extends v.GenericSchema = v.GenericSchema> {
  readonly meaning: string;
  readonly schema: S;
}

/** The schema is made when it is first used: hooks load all definitions, and few of them check an event. */
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
