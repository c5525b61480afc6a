import type { Fields } from "../agent/payload/fields.js";
import { TidemarkError } from "../error.js";
import { TOOL_CARDS, type ToolName } from "./catalog.js";

type Schema<N extends ToolName> = (typeof TOOL_CARDS)[N]["inputSchema"];
type Properties<N extends ToolName> = Schema<N>["properties"];

type Property =
  | { readonly type: "string"; readonly enum?: readonly string[] }
  | { readonly type: "array" | "integer" | "boolean" };

type ValueOf<P> = P extends { readonly enum: readonly (infer T)[] }
  ? T
  : P extends { readonly type: "array" }
    ? readonly string[]
    : P extends { readonly type: "integer" }
      ? number
      : P extends { readonly type: "boolean" }
        ? boolean
        : string;

type RequiredOf<N extends ToolName> = NonNullable<Schema<N>["required"]>[number];

/** Reads an argument of a tool, checked against its schema when it is used. */
export type Arguments<N extends ToolName> = <K extends keyof Properties<N> & string>(
  name: K,
) => ValueOf<Properties<N>[K]> | (K extends RequiredOf<N> ? never : undefined);

export function argumentsOf<N extends ToolName>(tool: N, args: Fields): Arguments<N> {
  const { inputSchema } = TOOL_CARDS[tool];
  const schema: { readonly [name: string]: Property } = { ...inputSchema.properties };
  const needed: readonly string[] = inputSchema.required ?? [];
  return (name) => {
    const value = readValue(name, schema[name], args[name] ?? undefined);
    if (value === undefined && needed.includes(name)) throw missing(name, schema[name]);
    // The schema that the type is made of has just been checked.
    return value as never;
  };
}

/** For an argument that only some uses of a tool require. */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw missing(name);
  return value;
}

function readValue(name: string, property: Property | undefined, value: unknown): unknown {
  if (value === undefined) return undefined;
  switch (property?.type) {
    case "array": {
      const all = Array.isArray(value) ? value : [value];
      if (all.every((one) => typeof one === "string")) return all;
      throw wrong(name, "a list of texts");
    }
    case "integer":
      if (typeof value === "number" && Number.isInteger(value) && value >= 1) return value;
      throw wrong(name, "a whole number from 1 on");
    case "boolean":
      if (typeof value === "boolean") return value;
      throw wrong(name, "true or false");
    default:
      if (typeof value !== "string") throw wrong(name, "a text");
      if (value.trim() === "") return undefined;
      if (property?.enum?.includes(value) === false) throw wrong(name, `one of ${property.enum.join(", ")}`);
      return value;
  }
}

function missing(name: string, property?: Property): TidemarkError {
  if (property !== undefined && "enum" in property && property.enum !== undefined)
    return wrong(name, `one of ${property.enum.join(", ")}`);
  return new TidemarkError("bad-argument", `"${name}" is missing.`, {
    hint: `Call it again with "${name}".`,
  });
}

function wrong(name: string, what: string): TidemarkError {
  return new TidemarkError("bad-argument", `"${name}" takes ${what}.`);
}
