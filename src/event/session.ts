import * as v from "valibot";
import { define } from "./define.js";

const point = v.object({ clock: v.number(), id: v.string() });

export const sessionEvents = {
  "session.started": define("An agent began, resumed, cleared, compacted or forked a session.", () =>
    v.object({
      source: v.picklist(["startup", "resume", "clear", "compact", "fork", "unknown"]),
      model: v.optional(v.string()),
      /** Given by a program. */
      title: v.optional(v.string()),
      /** The agent's process: tells a crash from silence. */
      pid: v.optional(v.number()),
      /** When that process began, as its system prints it: another process may get the same number later. */
      pidSince: v.optional(v.string()),
    }),
  ),
  "session.ended": define("The agent said that the session is over.", () => v.object({ reason: v.string() })),
  "session.forked": define(
    "A program began the session from a point of another: the messages up to it belong to both.",
    () => v.object({ from: v.string(), upTo: v.optional(point) }),
  ),
  "session.tagged": define("A person put tags on a session.", () => v.object({ tags: v.array(v.string()) })),
  "session.dismissed": define(
    "A person knows that the session was interrupted and does not want to hear of it again.",
    () => v.object({}),
  ),
  "session.distilled": define("A language model noted what the session leaves behind.", () =>
    v.object({ session: v.string(), model: v.string(), items: v.number() }),
  ),
  "subagent.started": define("The agent handed a part of the work to a subagent.", () =>
    v.object({ agentId: v.string(), agentType: v.string() }),
  ),
  "subagent.finished": define("A subagent came back.", () =>
    v.object({ agentId: v.string(), agentType: v.string(), message: v.optional(v.string()) }),
  ),
  "compaction.started": define("The agent began to compact its context.", () =>
    v.object({ trigger: v.string(), instructions: v.optional(v.string()) }),
  ),
  "compaction.finished": define("The agent compacted its context into its own summary.", () =>
    v.object({
      trigger: v.string(),
      summary: v.string(),
      /** The last message that the summary replaces. */
      upTo: v.optional(point),
      /** Characters of all replaced messages. */
      covered: v.optional(v.number()),
      /** The language model that wrote the summary, if any. */
      model: v.optional(v.string()),
    }),
  ),
};
