import type * as v from "valibot";

/** One kind of event as data: its schema, its version, one line of meaning, and how older versions become this one. */
export interface Definition<S extends v.GenericSchema = v.GenericSchema> {
  readonly version: number;
  readonly meaning: string;
  readonly schema: S;
  /** `upcast[n]` turns data of version n into data of version n + 1. */
  readonly upcast?: { readonly [version: number]: (data: unknown) => unknown };
}

export function define<S extends v.GenericSchema>(meaning: string, schema: S): Definition<S> {
  return { version: 1, meaning, schema };
}
