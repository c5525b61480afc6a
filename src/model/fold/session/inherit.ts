import { shortId } from "../stamp.js";
import { addDecisions } from "./finding.js";
import { planAfter } from "./fork.js";
import { blockerKey } from "./session-draft.js";
import type { SessionState } from "./session-state.js";
import { withoutDone } from "./status.js";

/** The state of a forked session, together with what still holds of the session it was forked from. */
export function inherit(own: SessionState, from: SessionState): SessionState {
  const { found, words, work } = own;
  const { done } = found;
  return {
    ...own,
    votes: { en: own.votes.en + from.votes.en, fr: own.votes.fr + from.votes.fr },
    work: work.request === undefined ? { ...from.work, action: work.action ?? from.work.action } : work,
    files: joined(from.files, own.files, ({ path }) => path),
    seen: joined(from.seen, own.seen, (path) => path),
    commands: joined(from.commands, own.commands, ({ text }) => text),
    symbols: joined(from.symbols, own.symbols, (name) => name),
    plan: planAfter(own, withoutDone(from.plan, done)),
    found: {
      ...found,
      intent: found.intent ?? from.found.intent,
      decisions: addDecisions(from.found.decisions, found.decisions),
      next: found.next.length > 0 ? found.next : withoutDone(from.found.next, done),
      blocked: joined(from.found.blocked, found.blocked, ({ text }) => text),
      done: joined(from.found.done, found.done, ({ text }) => text),
    },
    blockers: joined(from.blockers, own.blockers, blockerKey).filter(
      (blocker) => own.blockers.includes(blocker) || !own.proven.includes(shortId(blocker.command)),
    ),
    words: {
      asked: [...from.words.asked, ...words.asked].slice(-2),
      said: [...from.words.said, ...words.said].slice(-3),
      end: words.end ?? from.words.end,
    },
    closing: own.closing ?? from.closing,
    compaction: own.compaction ?? from.compaction,
    proposal: own.proposal ?? from.proposal,
  };
}

/** Both lists, with the later one of two items with the same key. */
function joined<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): T[] {
  const later = new Set(after.map(keyOf));
  return [...before.filter((item) => !later.has(keyOf(item))), ...after];
}
