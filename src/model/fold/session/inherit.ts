import { addDecisions } from "./finding.js";
import { planAfter } from "./fork.js";
import { withoutDone } from "./plan.js";
import type { SessionState } from "./session-state.js";

/** How a session stands that goes on from another: what was known there and nothing said since has changed. */
export function inherit(own: SessionState, from: SessionState): SessionState {
  const { found, words } = own;
  const done = found.done;
  const intent = found.intent ?? from.found.intent;
  const closing = own.closing ?? from.closing;
  const compaction = own.compaction ?? from.compaction;
  const proposal = own.proposal ?? from.proposal;
  return {
    ...own,
    votes: { en: own.votes.en + from.votes.en, fr: own.votes.fr + from.votes.fr },
    work: own.work.request === undefined ? { ...from.work, ...own.work } : own.work,
    files: joined(from.files, own.files, ({ path }) => path),
    seen: joined(from.seen, own.seen, (path) => path),
    commands: joined(from.commands, own.commands, ({ text }) => text),
    symbols: joined(from.symbols, own.symbols, (name) => name),
    plan: planAfter(own, withoutDone(from.plan, done)),
    found: {
      ...found,
      ...(intent === undefined ? {} : { intent }),
      decisions: addDecisions(from.found.decisions, found.decisions),
      next: found.next.length > 0 ? found.next : withoutDoneTexts(from.found.next, done),
      blocked: joined(from.found.blocked, found.blocked, ({ text }) => text),
      done: joined(from.found.done, found.done, ({ text }) => text),
    },
    blockers: joined(from.blockers, own.blockers, ({ command }) => command).filter(
      ({ command }) => own.blockers.some((one) => one.command === command) || !own.proven.includes(command),
    ),
    words: {
      asked: [...from.words.asked, ...words.asked].slice(-2),
      said: [...from.words.said, ...words.said].slice(-3),
    },
    ...(closing === undefined ? {} : { closing }),
    ...(compaction === undefined ? {} : { compaction }),
    ...(proposal === undefined ? {} : { proposal }),
  };
}

/** The later of two that are the same, in its place. */
function joined<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): T[] {
  const later = new Set(after.map(keyOf));
  return [...before.filter((item) => !later.has(keyOf(item))), ...after];
}

function withoutDoneTexts<T extends { readonly text: string }>(
  items: readonly T[],
  done: readonly { readonly text: string }[],
): T[] {
  const left = new Set(
    withoutDone(
      items.map(({ text }) => ({ text, status: "open" })),
      done,
    ).map(({ text }) => text),
  );
  return items.filter(({ text }) => left.has(text));
}
