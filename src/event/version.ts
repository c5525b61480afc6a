import type { EventName } from "./registry.js";

export interface Version {
  readonly version: number;
  /** `upcast[n]` turns data of version n into data of version n + 1. */
  readonly upcast?: { readonly [version: number]: (data: unknown) => unknown };
}

const first: Version = { version: 1 };

/** The present version of every event. Apart from the schemas, because whoever writes or reads many needs only this. */
export const VERSION: { readonly [N in EventName]: Version } = {
  "session.started": first,
  "session.ended": first,
  "session.forked": first,
  "session.tagged": first,
  "session.dismissed": first,
  "subagent.started": first,
  "subagent.finished": first,
  "compaction.started": first,
  "compaction.finished": first,
  "prompt.submitted": first,
  "message.said": first,
  "message.added": first,
  "turn.ended": first,
  "plan.updated": first,
  "plan.proposed": first,
  "tool.started": first,
  "tool.finished": first,
  "fact.declared": first,
  "fact.removed": first,
  "pin.added": first,
  "pin.removed": first,
  "focus.set": first,
  "memory.rated": first,
  "memory.removed": first,
  "memory.restored": first,
  "profile.set": first,
  "rule.added": first,
  "rule.removed": first,
  "project.seen": first,
  "injection.made": first,
  "checkpoint.created": first,
  "checkpoint.restored": first,
  "memory.recalled": first,
  "layout.imported": first,
  "history.forgotten": first,
  "space.freed": first,
  "thread.renamed": first,
  "thread.merged": first,
  "thread.split": first,
  "thread.moved": first,
  "thread.undone": first,
  "branch.created": first,
  "branch.deleted": first,
  "branch.joined": first,
  "branch.merged": first,
  "branch.unmerged": first,
  "branch.promoted": first,
};
