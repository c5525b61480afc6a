import * as v from "valibot";
import { define } from "./define.js";

const decision = v.object({
  choice: v.string(),
  reason: v.exactOptional(v.string()),
  rejected: v.exactOptional(v.array(v.string())),
});

const task = v.object({ text: v.string(), status: v.picklist(["open", "doing", "done", "dropped"]) });

/** Branches of work, which are lines of sessions and go by names; git's branches stand in the envelope. */
export const branchEvents = {
  "branch.created": define(
    "A person began a branch of work from a point of a session.",
    v.object({
      branch: v.string(),
      /** The session it goes on from, and the last turn of it that still belongs to it. */
      session: v.string(),
      turn: v.number(),
    }),
  ),
  "branch.joined": define(
    "A session works on a branch of work; an empty name takes it off again.",
    v.object({ branch: v.string(), session: v.string() }),
  ),
  "branch.merged": define(
    "Two branches of work became one, with these decisions and tasks.",
    v.object({
      from: v.string(),
      /** Empty for the work that is on no branch. */
      into: v.string(),
      decisions: v.array(decision),
      tasks: v.array(task),
    }),
  ),
  "branch.promoted": define(
    "A branch of git was merged: what was learned on it holds for the whole project.",
    v.object({ branch: v.string() }),
  ),
};
