import * as v from "valibot";
import { define } from "./define.js";

export const memoryEvents = {
  "fact.declared": define("A person or an agent stated something to remember.", () =>
    v.object({
      kind: v.picklist(["decision", "blocker", "next", "done", "fact", "convention", "command"]),
      text: v.string(),
      reason: v.optional(v.string()),
      rejected: v.optional(v.array(v.string())),
      /** The fact or found memory that it replaces. It need not be known here. */
      supersedes: v.optional(v.string()),
      by: v.picklist(["user", "agent"]),
      /** A language model noted it after the session; the events say it. */
      origin: v.optional(v.object({ model: v.string(), session: v.string(), events: v.array(v.string()) })),
    }),
  ),
  "fact.removed": define("Something stated is no longer to be remembered.", () =>
    v.object({ fact: v.string() }),
  ),
  "pin.added": define("A person wants this always said.", () =>
    v.object({
      text: v.string(),
      priority: v.picklist(["high", "normal", "low"]),
      expires: v.optional(v.number()),
    }),
  ),
  "pin.removed": define("A pin is no longer wanted.", () => v.object({ pin: v.string() })),
  "focus.set": define("Topics to prefer for a time; none ends the focus.", () =>
    v.object({ topics: v.array(v.string()), until: v.optional(v.number()) }),
  ),
  "memory.rated": define("A memory was good or bad.", () =>
    v.object({ memory: v.string(), rating: v.picklist(["up", "down"]) }),
  ),
  "memory.removed": define(
    "A memory that was found in the work is wrong or unwanted, and so is all that says the same.",
    () => v.object({ memory: v.string(), kind: v.optional(v.string()), text: v.optional(v.string()) }),
  ),
  "memory.restored": define("A memory was removed by mistake.", () => v.object({ memory: v.string() })),
  "profile.set": define("A person described himself; an empty value leaves it to be learned.", () =>
    v.object({ key: v.string(), value: v.string() }),
  ),
  "rule.added": define("A person gave a rule for the agent's work.", () => v.object({ text: v.string() })),
  "rule.removed": define("A rule is no longer wanted.", () => v.object({ rule: v.string() })),
  "item.changed": define("Somebody closed, reopened or reworded an item of the work.", () =>
    v.object({
      /** The short name of the item. */
      item: v.string(),
      change: v.picklist(["done", "reopen", "drop", "edit"]),
      /** With `edit`. */
      text: v.optional(v.string()),
      by: v.picklist(["user", "agent"]),
    }),
  ),
};

/** A person's corrections of threads. Threads and turns have short names. */
export const threadEvents = {
  "thread.renamed": define("A person gave a thread its title.", () =>
    v.object({ thread: v.string(), title: v.string() }),
  ),
  "thread.merged": define("Two threads are one line of work.", () =>
    v.object({ from: v.string(), into: v.string() }),
  ),
  "thread.split": define("From this turn on a thread is another line of work.", () =>
    v.object({ thread: v.string(), turn: v.string() }),
  ),
  "thread.moved": define("A turn belongs to another thread.", () =>
    v.object({ turn: v.string(), thread: v.string() }),
  ),
  "thread.undone": define("A correction of threads no longer holds.", () =>
    v.object({ /** The event of the correction. */ correction: v.string() }),
  ),
};

const decision = v.object({
  choice: v.string(),
  reason: v.optional(v.string()),
  rejected: v.optional(v.array(v.string())),
});

const task = v.object({ text: v.string(), status: v.picklist(["open", "doing", "done", "dropped"]) });

/** Named lines of sessions. Branches of git are in the envelope. */
export const branchEvents = {
  "branch.created": define("A person began a branch of work from a point of a session.", () =>
    v.object({
      branch: v.string(),
      /** The session it continues, and the last turn that belongs to both. */
      session: v.string(),
      turn: v.number(),
      /** The time up to which that turn counts, if the branch began in the middle of it. */
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
        /** Choices that no longer hold there. */
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
