import * as v from "valibot";
import { define } from "./define.js";

const planStatus = v.picklist(["open", "doing", "done", "dropped"]);

export const turnEvents = {
  "prompt.submitted": define("A person asked for something.", () =>
    v.object({
      text: v.string(),
      /** Characters left out at the end. */
      cut: v.optional(v.number()),
      /** What it is about, if an imported file says so. */
      topics: v.optional(v.array(v.string())),
    }),
  ),
  "message.said": define("The agent said something on the way.", () => v.object({ text: v.string() })),
  "turn.ended": define("The agent stopped, with its closing message.", () =>
    v.object({
      message: v.string(),
      /** The person stopped the agent in the middle of its work. */
      interrupted: v.optional(v.literal(true)),
    }),
  ),
  "question.answered": define("A person answered a question of the agent.", () =>
    v.object({
      question: v.string(),
      choice: v.string(),
      /** The options that were not chosen. */
      others: v.array(v.string()),
      /** The person wrote an answer instead of choosing an option. */
      isFree: v.optional(v.literal(true)),
      /** Several options could be chosen, so that the others are not rejected. */
      isMany: v.optional(v.literal(true)),
    }),
  ),
  "plan.updated": define("The agent wrote or changed its plan.", () =>
    v.object({
      /** `whole` replaces the plan, `add` appends items, `change` alters those with the same key. */
      mode: v.picklist(["whole", "add", "change"]),
      items: v.array(
        v.object({
          key: v.optional(v.string()),
          text: v.optional(v.string()),
          status: v.optional(planStatus),
        }),
      ),
    }),
  ),
  "plan.proposed": define("The agent proposed a plan in prose (plan mode).", () =>
    v.object({
      text: v.string(),
      /** What the person said to it. */
      verdict: v.optional(v.picklist(["accepted", "rejected"])),
      /** The person's words with the verdict, or "". */
      words: v.optional(v.string()),
    }),
  ),
};

export const PLAN_STATUSES = planStatus.options;
export type PlanStatus = v.InferOutput<typeof planStatus>;
