// What the package's declarations need of valibot, which is bundled and not installed with it: how the schema of an event
// becomes the type of its data. The build puts it in valibot's place; a name that is missing here fails the package's test.

interface Of<Output> {
  readonly "~types": { readonly output: Output } | undefined;
}

type Schema = Of<unknown>;
type Entries = { readonly [name: string]: Schema };
type Flat<T> = { [K in keyof T]: T[K] } & {};
type Optional<E extends Entries> = {
  [K in keyof E]: E[K] extends { readonly isOptional: true } ? K : never;
}[keyof E];

export type InferOutput<S extends Schema> = NonNullable<S["~types"]>["output"];
export type GenericSchema<Input = unknown, Output = Input> = Of<Output>;

export type StringSchema<_Message> = Of<string>;
export type NumberSchema<_Message> = Of<number>;
export type BooleanSchema<_Message> = Of<boolean>;
export type UnknownSchema = Of<unknown>;
export type CustomSchema<Output, _Message> = Of<Output>;
export type LiteralSchema<Value, _Message> = Of<Value>;
export type PicklistSchema<Values extends readonly unknown[], _Message> = Of<Values[number]>;
export type ArraySchema<Item extends Schema, _Message> = Of<InferOutput<Item>[]>;
export type UnionSchema<Options extends readonly Schema[], _Message> = Of<InferOutput<Options[number]>>;
export type VariantSchema<_Key, Options extends readonly Schema[], _Message> = UnionSchema<Options, _Message>;
export type RecordSchema<Key extends Of<string>, Value extends Schema, _Message> = Of<{
  [K in InferOutput<Key>]: InferOutput<Value>;
}>;
export type OptionalSchema<Wrapped extends Schema, _Default> = Of<InferOutput<Wrapped> | undefined> & {
  readonly isOptional: true;
};
export type ObjectSchema<E extends Entries, _Message> = Of<
  Flat<
    { -readonly [K in Exclude<keyof E, Optional<E>>]: InferOutput<E[K]> } & {
      -readonly [K in Optional<E>]?: InferOutput<E[K]>;
    }
  >
>;
export type SchemaWithPipe<Pipe extends readonly [Schema, ...unknown[]]> = Pipe[0];

export type MinLengthAction<_Input, _Requirement, _Message> = unknown;
export type MaxLengthAction<_Input, _Requirement, _Message> = unknown;
export type MinValueAction<_Input, _Requirement, _Message> = unknown;
export type IntegerAction<_Input, _Message> = unknown;
export type FiniteAction<_Input, _Message> = unknown;
