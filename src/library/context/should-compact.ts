import { compareEvents, type Point } from "../../event/order.js";
import { behind, eachPointer, readMessages } from "../message/read-messages.js";
import type { Workspace } from "../message/workspace.js";
import { isKept } from "./defaults.js";
import { lineageState } from "./lineage-state.js";
import type { MessageTokens } from "./message-tokens.js";

/** A summary of fewer tokens would hardly be shorter. */
const MIN_GONE_TOKENS = 150;

/** Whether the messages since the last compaction exceed the threshold, and some of them could go. */
export function shouldCompact(
  workspace: Workspace,
  session: string,
  tokens: MessageTokens,
  threshold: number,
): boolean {
  const lineage = lineageState(workspace.home, workspace.store(), workspace.project, session);
  const after = lineage.own?.compaction?.upTo;
  let kept = 0;
  let used = 0;
  let gone = 0;
  for (const pointer of eachPointer(workspace, session)) {
    if (after !== undefined && compareEvents(pointer, after) <= 0) return false;
    if (tokens.known(pointer.id) === undefined) countPage(workspace, session, tokens, pointer);
    const cost = tokens.known(pointer.id) ?? 0;
    used += cost;
    if (gone === 0 && isKept(kept, used)) kept++;
    else gone += cost;
    if (gone >= MIN_GONE_TOKENS && used > threshold) return true;
  }
  return false;
}

/** Counts a message and those before it, which are probably not counted either. */
function countPage(workspace: Workspace, session: string, tokens: MessageTokens, last: Point): void {
  for (const message of readMessages(workspace, session, { limit: 50, before: behind(last) }))
    if (tokens.known(message.id) === undefined) tokens.of(message);
}
