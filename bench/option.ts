import { parseArgs } from "node:util";

export interface Options {
  readonly json?: string;
  readonly strict: boolean;
  readonly rounds: number;
  readonly nodes: readonly string[];
  readonly node: readonly string[];
  readonly max: number;
  readonly reps: number;
}

/** The options of every benchmark: each takes what it needs, so that all can be run with one command line. */
export function readOptions(): Options {
  try {
    return parse();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error("The options are listed at the top of tool/bench.mjs.");
    process.exit(2);
  }
}

function parse(): Options {
  const { values } = parseArgs({
    options: {
      json: { type: "string" },
      strict: { type: "boolean", default: false },
      rounds: { type: "string", default: "40" },
      node: { type: "string", multiple: true, default: [] },
      nodes: { type: "string", default: "24" },
      max: { type: "string" },
      full: { type: "boolean", default: false },
      reps: { type: "string", default: "5" },
      quick: { type: "boolean", default: false },
      // Of single benchmarks, which read them themselves.
      shipped: { type: "boolean" },
      only: { type: "string" },
      show: { type: "string" },
    },
  });
  if (values.quick) Object.assign(values, { rounds: "8", nodes: "", max: "10000", reps: "2" });
  return {
    ...(values.json === undefined ? {} : { json: values.json }),
    strict: values.strict,
    rounds: whole("--rounds", values.rounds),
    node: values.node,
    nodes: values.nodes.split(",").filter((major) => major !== ""),
    max: whole("--max", values.max ?? (values.full ? "1000000" : "100000")),
    reps: whole("--reps", values.reps),
  };
}

function whole(name: string, text: string): number {
  const value = Number(text.replaceAll("_", ""));
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`${name} takes a whole number, not "${text}"`);
  return value;
}
