import type { MadeDecision } from "../../compose/situation.js";
import { removedIn } from "../../fold/declared/removal.js";
import { plainText } from "../../fold/memory/memory-key.js";
import type { ProjectState } from "../../fold/project.js";
import { isSame } from "../../fold/session/finding.js";
import type { Store } from "../../store/store.js";
import { replacedIn } from "../declare/replaced.js";

/** The sessions that are told of are the last ones. */
const MOST = 500;

/** Whether a decision found in a session was neither removed nor superseded: its memory tells, as people see it. */
export function decisionHolding(
  store: Store,
  project: string,
  state: ProjectState | undefined,
): (decision: MadeDecision) => boolean {
  const { removals = [], facts = [] } = state?.declared ?? {};
  if (removals.length === 0 && !facts.some(({ supersedes }) => supersedes !== undefined)) return () => true;
  const isRemoved = removedIn(state);
  const replaced = replacedIn(store, project, state);
  const found = store.memories
    .latest(project, { kind: "decision", limit: MOST })
    .filter(({ session }) => session !== "")
    .map((memory) => ({
      session: memory.session,
      text: plainText(memory.text),
      holds: !isRemoved(memory) && replaced(memory) === undefined,
    }));
  return ({ session, choice }) => {
    const words = plainText(choice.replace(/…$/, ""));
    const near = found.filter((memory) => memory.session === session);
    const literal = near.filter(({ text }) => text.includes(words));
    // A decision that was said again in other words has no memory of its own.
    const its = literal.length > 0 ? literal : near.filter(({ text }) => isSame(words, text));
    return its.length === 0 || its.some(({ holds }) => holds);
  };
}
