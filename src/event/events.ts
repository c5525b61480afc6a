import type { EventName, TidemarkEvent } from "./registry.js";

export interface EventKind {
  readonly version: number;
  /** `upcast[n]` turns data of version n into data of version n + 1. */
  readonly upcast?: { readonly [version: number]: (data: unknown) => unknown };
  /** The session fold skips events of the project. */
  readonly of: "session" | "project";
  /** Synced to disk, because a person said or decided it. The files themselves show what a tool did. */
  readonly durable?: true;
}

const session = { version: 1, of: "session" } as const;
const project = { version: 1, of: "project" } as const;

/** Everything about the events except their schemas. The capture hook loads this table, but not valibot. */
export const EVENTS = {
  "session.started": session,
  "session.ended": session,
  "session.forked": session,
  "session.tagged": durable(session),
  "session.dismissed": durable(session),
  "session.distilled": project,
  "subagent.started": session,
  "subagent.finished": session,
  "compaction.started": session,
  "compaction.finished": session,
  "prompt.submitted": durable(session),
  "message.said": session,
  "message.added": session,
  "turn.ended": session,
  "question.answered": durable(session),
  "plan.updated": session,
  "plan.proposed": session,
  "tool.started": session,
  "tool.finished": session,
  "fact.declared": durable(project),
  "fact.removed": durable(project),
  "pin.added": durable(project),
  "pin.removed": durable(project),
  "focus.set": project,
  "memory.rated": project,
  "memory.removed": durable(project),
  "memory.restored": durable(project),
  "profile.set": durable(project),
  "rule.added": durable(project),
  "rule.removed": durable(project),
  "item.changed": durable(project),
  "project.seen": project,
  "injection.made": session,
  "checkpoint.created": durable(session),
  "checkpoint.restored": durable(session),
  "tree.seen": session,
  "memory.recalled": project,
  "layout.imported": project,
  "history.forgotten": project,
  "space.freed": project,
  "thread.renamed": durable(project),
  "thread.merged": durable(project),
  "thread.split": durable(project),
  "thread.moved": durable(project),
  "thread.undone": durable(project),
  "branch.created": durable(project),
  "branch.deleted": durable(project),
  "branch.joined": durable(project),
  "branch.merged": durable(project),
  "branch.unmerged": durable(project),
  "branch.promoted": project,
} as const satisfies { readonly [N in EventName]: EventKind };

type SessionEventName = {
  [N in EventName]: (typeof EVENTS)[N]["of"] extends "session" ? N : never;
}[EventName];
export type SessionEvent = Extract<TidemarkEvent, { type: SessionEventName }>;

export function isOfSession(event: TidemarkEvent): event is SessionEvent {
  return EVENTS[event.type].of === "session";
}

/** False for unknown event names. */
export function isDurable(type: string): boolean {
  const kinds: { readonly [type: string]: EventKind } = EVENTS;
  return Object.hasOwn(kinds, type) && kinds[type]?.durable === true;
}

function durable<K extends EventKind>(kind: K): K & { readonly durable: true } {
  return { ...kind, durable: true };
}
