import * as v from "valibot";
import { define } from "./define.js";

const decision = v.object({
  choice: v.string(),
  reason: v.optional(v.string()),
  rejected: v.optional(v.array(v.string())),
});

const task = v.object({ text: v.string(), status: v.picklist(["open", "doing", "done", "dropped"]) });

/** Branches of work, which are lines of sessions and go by names; git's branches stand in the envelope. */
export const branchEvents = {
  "branch.created": define("A person began a branch of work from a point of a session.", () =>
    v.object({
      branch: v.string(),
      /** The session it goes on from, and the last turn of it that still belongs to it. */
      session: v.string(),
      turn: v.number(),
      /** The moment up to which that turn counts, where it began in the middle of it. */
      until: v.optional(v.number()),
    }),
  ),
  "branch.deleted": define("A branch of work is no longer wanted; its sessions stay.", () =>
    v.object({ branch: v.string() }),
  ),
  "branch.joined": define("A session works on a branch of work; an empty name takes it off again.", () =>
    v.object({ branch: v.string(), session: v.string() }),
  ),
  "branch.merged": define(
    "What one branch of work brought went into another: what is new or changed there from now on.",
    () =>
      v.object({
        from: v.string(),
        /** Empty for the work that is on no branch. */
        into: v.string(),
        decisions: v.array(decision),
        /** The choices that no longer hold there. */
        dropped: v.optional(v.array(v.string())),
        tasks: v.array(task),
      }),
  ),
  "branch.unmerged": define(
    "A person took a merge of two branches of work back, by the id of its event.",
    () => v.object({ merge: v.string() }),
  ),
  "branch.promoted": define(
    "A branch of git was merged: what was learned on it until now holds for the whole project.",
    () => v.object({ branch: v.string() }),
  ),
};
