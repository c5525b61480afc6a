import * as v from "valibot";
import { define } from "./define.js";

export const workEvents = {
  "project.seen": define(
    "A project was met at a place for the first time, or something new was learned of it.",
    () =>
      v.object({
        name: v.string(),
        path: v.string(),
        roots: v.array(v.string()),
        remotes: v.array(v.string()),
      }),
  ),
  "injection.made": define("Tidemark told the agent something.", () =>
    v.object({
      surface: v.picklist(["start", "prompt", "compact"]),
      chars: v.number(),
      /** The keys of what was said, so that it is not said twice and its use can be seen. */
      keys: v.array(v.string()),
      /** The single things that were named: `file:…`, `run:…`, `name:…`. */
      items: v.optional(v.array(v.string())),
    }),
  ),
  "checkpoint.created": define(
    "A point to return to was kept: the state as of this event, and the files.",
    () =>
      v.object({
        /** Its short name in the project: `c41`. */
        checkpoint: v.string(),
        reason: v.picklist(["hand", "tools", "plan", "commit", "destructive", "compaction", "restore"]),
        /** What a person called it, or the command it was made before. */
        label: v.optional(v.string()),
        /** The tree in the shadow repository. */
        tree: v.optional(v.string()),
        /** Files that differ from the checkpoint before it. */
        changed: v.optional(v.number()),
        /** What it was made before did not wait for it, so that it may lack files. */
        isLate: v.optional(v.literal(true)),
        /** Files that could not be kept: too large, or not to be read. */
        left: v.optional(v.number()),
      }),
  ),
  "checkpoint.restored": define("Files or state went back to a checkpoint.", () =>
    v.object({
      checkpoint: v.string(),
      what: v.picklist(["files", "state", "both"]),
      /** The checkpoint of how it was before: restoring that undoes this. */
      before: v.optional(v.string()),
      /** Only these, where not all. */
      paths: v.optional(v.array(v.string())),
      /** Where the state went back: the last event of the session that still counts for it. */
      upTo: v.optional(v.object({ clock: v.number(), id: v.string() })),
    }),
  ),
  "memory.recalled": define("Somebody asked memory a question.", () =>
    v.object({ query: v.string(), found: v.number() }),
  ),
  "layout.imported": define(
    "A file of another session tool was taken over; what has no event of its own is kept as it was.",
    () =>
      v.object({
        layout: v.picklist(["ai-folder", "active-file", "current-session", "session-folder"]),
        /** The file's path in the layout. */
        name: v.string(),
        /** The session it tells of, where it tells of one. */
        session: v.optional(v.string()),
        /** The whole document as JSON, redacted; of a long one, a part. */
        document: v.string(),
        /** Which of how many parts, from 1 on, and what all parts of one document have in common. */
        part: v.optional(v.number()),
        parts: v.optional(v.number()),
        digest: v.string(),
      }),
  ),
  "history.forgotten": define("Something was forgotten on a person's word; what it was is not said.", () =>
    v.object({ by: v.picklist(["event", "session", "path", "pattern"]), events: v.number() }),
  ),
  "space.freed": define(
    "The oldest of what can be done without was removed to stay within the disk quota.",
    () => v.object({ checkpoints: v.number(), parts: v.number(), bytes: v.number() }),
  ),
};
