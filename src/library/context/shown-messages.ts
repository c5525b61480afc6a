import type { Point } from "../../event/order.js";
import type { Message } from "../message/message.js";
import { readMessages } from "../message/read-messages.js";
import type { Workspace } from "../message/workspace.js";
import { cutBefore, paired } from "./paired.js";

/** How far back the last question, or the call of a result, is looked for. */
const FURTHER = 100;

/**
 * The last messages that no summary stands for, at most `last`. Where these are none that a model could be sent, the last
 * question and the last message, with the calls that its results belong to.
 */
export function shownMessages(
  workspace: Workspace,
  session: string,
  covered: Point | undefined,
  last: number,
): Message[] {
  const after = covered === undefined ? {} : { after: covered };
  const since = readMessages(workspace, session, { limit: last, ...after });
  if (paired(since).length > 0) return since;
  const further = readMessages(workspace, session, { limit: last + FURTHER });
  const kept = new Set(paired(further).map(({ id }) => id));
  const whole = further.filter(({ id }) => kept.has(id));
  const tail = cutBefore(whole, whole.length - 1);
  const asked = whole.findLastIndex(({ role }) => role === "user");
  return whole.filter((_, at) => at === asked || at >= tail);
}
