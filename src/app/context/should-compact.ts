import { compareEvents, type Point } from "../../event/order.js";
import type { Ground } from "../message/ground.js";
import { behind, eachPointer, readMessages } from "../message/read-messages.js";
import { lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";
import { USUAL } from "./usual.js";

const PAGE = 50;

/** Whether the messages since the last compaction take more than so many tokens, and some of them could go. */
export function shouldCompact(
  ground: Ground,
  session: string,
  tokens: MessageTokens,
  threshold: number,
): boolean {
  const store = ground.store();
  const lineage = lineageState(ground.home, store, ground.project, session);
  const { messages, compaction, forked } = lineage.own ?? {};
  // By characters alone it cannot be told: an image has none.
  if (forked === undefined && (messages?.count ?? 0) <= USUAL.keptMessages) return false;
  const after = compaction?.upTo;
  let seen = 0;
  let used = 0;
  for (const pointer of eachPointer(ground, session)) {
    if (after !== undefined && compareEvents(pointer, after) <= 0) return false;
    if (tokens.known(pointer.id) === undefined) countPage(ground, session, tokens, pointer);
    seen++;
    used += tokens.known(pointer.id) ?? 0;
    if (seen > USUAL.keptMessages && used > threshold) return true;
  }
  return false;
}

/** Counts a message that was not counted yet, and those before it, which were probably not either. */
function countPage(ground: Ground, session: string, tokens: MessageTokens, last: Point): void {
  for (const message of readMessages(ground, session, { limit: PAGE, before: behind(last) }))
    if (tokens.known(message.id) === undefined) tokens.of(message);
}
