import * as v from "valibot";
import { define } from "./define.js";

const planStatus = v.picklist(["open", "doing", "done", "dropped"]);

export const turnEvents = {
  "prompt.submitted": define("A person asked for something.", () =>
    v.object({ text: v.string(), /** Characters left out at the end. */ cut: v.optional(v.number()) }),
  ),
  "message.said": define("The agent said something on the way.", () => v.object({ text: v.string() })),
  "turn.ended": define("The agent stopped, with its closing message.", () =>
    v.object({ message: v.string() }),
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
    v.object({ text: v.string() }),
  ),
};

export const PLAN_STATUSES = planStatus.options;
export type PlanStatus = v.InferOutput<typeof planStatus>;
