import * as v from "valibot";
import { define } from "./define.js";

export const memoryEvents = {
  "fact.declared": define("A person or an agent stated something to remember.", () =>
    v.object({
      kind: v.picklist(["decision", "blocker", "next", "done", "fact", "convention", "command"]),
      text: v.string(),
      reason: v.optional(v.string()),
      rejected: v.optional(v.array(v.string())),
      /** The earlier one whose place it takes: a fact, or a memory that was found. It need not be known. */
      supersedes: v.optional(v.string()),
      by: v.picklist(["user", "agent"]),
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
    () =>
      v.object({
        memory: v.string(),
        kind: v.optional(v.string()),
        text: v.optional(v.string()),
      }),
  ),
  "memory.restored": define("A memory was removed by mistake.", () => v.object({ memory: v.string() })),
  "profile.set": define("A person described himself; an empty value leaves it to be learned.", () =>
    v.object({ key: v.string(), value: v.string() }),
  ),
  "rule.added": define("A person gave a rule for the agent's work.", () => v.object({ text: v.string() })),
  "rule.removed": define("A rule is no longer wanted.", () => v.object({ rule: v.string() })),
};
