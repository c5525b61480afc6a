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
      /** The sources that were shown. */
      keys: v.array(v.string()),
      /** The things that were named: `file:…`, `run:…`, `name:…`. */
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
        /** A person's name for it, or the command it was made before. */
        label: v.optional(v.string()),
        /** The tree in the shadow repository. */
        tree: v.optional(v.string()),
        /** Files that differ from the checkpoint before it. */
        changed: v.optional(v.number()),
        /** The command did not wait for it, so that it may lack files. */
        isLate: v.optional(v.literal(true)),
        /** Files that are too large or unreadable. */
        left: v.optional(v.number()),
      }),
  ),
  "checkpoint.restored": define("Files or state went back to a checkpoint.", () =>
    v.object({
      checkpoint: v.string(),
      what: v.picklist(["files", "state", "both"]),
      /** The checkpoint of the state before: restoring it undoes this. */
      before: v.optional(v.string()),
      /** Only these files, if not all. */
      paths: v.optional(v.array(v.string())),
      /** When the checkpoint was made, and the command it was made before. Neither if this undoes another restore. */
      made: v.optional(v.number()),
      command: v.optional(v.string()),
      /** The last event that still counts for the session's state. */
      upTo: v.optional(v.object({ clock: v.number(), id: v.string() })),
    }),
  ),
  "tree.seen": define("Git was asked about the work tree, after a turn that may have written files.", () =>
    v.object({
      /** Not on a branch if missing. */
      branch: v.optional(v.string()),
      head: v.optional(v.string()),
      /** The commits since the upstream and of the upstream alone, if the branch has one that is known here. */
      upstream: v.optional(v.string()),
      ahead: v.optional(v.number()),
      behind: v.optional(v.number()),
      /** The first changed and untracked paths, and the number of all. An untracked folder ends with a slash. */
      dirty: v.array(v.string()),
      dirtyCount: v.number(),
      untracked: v.number(),
      stashes: v.number(),
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
        /** The session it describes, if any. */
        session: v.optional(v.string()),
        /** The redacted document as JSON, or a part of a long one. */
        document: v.string(),
        /** The part's number from 1 on, the number of parts, and a digest that all of them share. */
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
