import * as v from "valibot";
import { TidemarkError } from "../error.js";
import type { Definition } from "./define.js";
import { type Envelope, envelope } from "./envelope.js";
import { memoryEvents } from "./memory.js";
import { sessionEvents } from "./session.js";
import { toolEvents } from "./tool.js";
import { turnEvents } from "./turn.js";
import { workEvents } from "./work.js";

/** The whole vocabulary. */
export const registry = { ...sessionEvents, ...turnEvents, ...toolEvents, ...memoryEvents, ...workEvents };

export type Registry = typeof registry;
export type EventName = keyof Registry;
export type EventData<N extends EventName> = v.InferOutput<Registry[N]["schema"]>;

/** An event of a known name, in its present version. */
export type TidemarkEvent = { [N in EventName]: Envelope & { type: N; data: EventData<N> } }[EventName];

/** An event before it has its envelope. */
export type Draft = { [N in EventName]: { type: N; data: EventData<N> } }[EventName];

export type Reading =
  | { readonly is: "event"; readonly event: TidemarkEvent }
  /** Written by a newer Tidemark: kept, counted, not folded. */
  | { readonly is: "unknown"; readonly envelope: Envelope }
  | { readonly is: "malformed"; readonly reason: string };

/** Reads one event that was parsed from JSON. Unknown names and newer versions are tolerated. */
export function readEvent(value: unknown, known: { [name: string]: Definition } = registry): Reading {
  const outer = v.safeParse(envelope, value);
  if (!outer.success) return { is: "malformed", reason: describe(outer.issues) };
  const definition = Object.hasOwn(known, outer.output.type) ? known[outer.output.type] : undefined;
  if (definition === undefined || outer.output.v > definition.version) {
    return { is: "unknown", envelope: outer.output };
  }
  let data = outer.output.data;
  for (let version = outer.output.v; version < definition.version; version++) {
    data = definition.upcast?.[version]?.(data) ?? data;
  }
  const inner = v.safeParse(definition.schema, data);
  if (!inner.success) return { is: "malformed", reason: `${outer.output.type}: ${describe(inner.issues)}` };
  // The schema was chosen by the name, which the type system cannot follow.
  const event = { ...outer.output, v: definition.version, data: inner.output } as TidemarkEvent;
  return { is: "event", event };
}

/** Checks a draft before it is written: an unknown name or bad data is a defect of ours, not of the input. */
export function checkDraft(draft: { type: string; data: unknown }): Draft {
  const definition: Definition | undefined = Object.hasOwn(registry, draft.type)
    ? registry[draft.type as EventName]
    : undefined;
  if (definition === undefined)
    throw new TidemarkError("event-unknown", `There is no event "${draft.type}".`);
  const result = v.safeParse(definition.schema, draft.data);
  if (!result.success) throw new TidemarkError("event-invalid", `${draft.type}: ${describe(result.issues)}`);
  return { type: draft.type, data: result.output } as Draft;
}

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${v.getDotPath(issue) ?? "value"}: ${issue.message}`)
    .join("; ");
}
