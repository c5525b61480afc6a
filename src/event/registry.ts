import * as v from "valibot";
import { TidemarkError } from "../error.js";
import { branchEvents, memoryEvents, threadEvents } from "./declared.js";
import type { Definition } from "./define.js";
import { type Envelope, envelope } from "./envelope.js";
import { messageEvents } from "./message.js";
import { present, type Reading } from "./present.js";
import { sessionEvents } from "./session.js";
import { toolEvents } from "./tool.js";
import { turnEvents } from "./turn.js";
import { workEvents } from "./work.js";

/** The whole vocabulary. */
export const registry = {
  ...sessionEvents,
  ...turnEvents,
  ...messageEvents,
  ...toolEvents,
  ...memoryEvents,
  ...workEvents,
  ...threadEvents,
  ...branchEvents,
};

type Registry = typeof registry;
export type EventName = keyof Registry;
export type EventData<N extends EventName> = v.InferOutput<Registry[N]["schema"]>;

/** An event of a known name, in its present version. */
export type TidemarkEvent = { [N in EventName]: Envelope & { type: N; data: EventData<N> } }[EventName];

export type EventOf<N extends EventName> = Extract<TidemarkEvent, { type: N }>;

/** One or more events. */
export type SomeEvents = readonly [TidemarkEvent, ...TidemarkEvent[]];

/** An event without its envelope. */
export type Draft = { [N in EventName]: { type: N; data: EventData<N> } }[EventName];

/** Reads an event of unknown origin and validates its envelope, its version and its data. */
export function readEvent(value: unknown): Reading {
  const outer = v.safeParse(envelope, value);
  if (!outer.success) return { is: "malformed", reason: describe(outer.issues) };
  const reading = present(outer.output);
  if (reading.is !== "event") return reading;
  const { type, data } = reading.event;
  const inner = v.safeParse(registry[type].schema, data);
  return inner.success ? reading : { is: "malformed", reason: `${type}: ${describe(inner.issues)}` };
}

/** How an event violates its schema; undefined if it does not. A drain asks only after a fold has failed. */
export function whyRefused(event: TidemarkEvent): string | undefined {
  const reading = readEvent(event);
  return reading.is === "malformed" ? reading.reason : undefined;
}

/** Checks a draft before it is written. A failure is a defect of Tidemark, not of the input. */
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
