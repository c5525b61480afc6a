import type { Thread } from "../model/fold/thread/thread-state.js";
import { returnIn } from "../text/prose/return.js";
import { isTelling, wordsOf } from "../text/prose/topic.js";

/** The line of work that a prompt is about, the best first: one common word is chance, two are a subject. */
export function threadsAskedFor(prompt: string, threads: readonly Thread[]): Thread[] {
  const subject = returnIn(prompt);
  const words = new Set(wordsOf(prompt).filter(isTelling));
  const named = new Set(subject === undefined ? [] : wordsOf(subject));
  const all = threads.map((thread) => ({ thread, own: wordsIn(thread) }));
  const isRare = (word: string) => all.filter(({ own }) => own.has(word)).length === 1;
  return all
    .map(({ thread, own }) => {
      const shared = [...words].filter((word) => own.has(word)).length;
      const meant = [...named].filter((word) => own.has(word));
      // Who returns to something names it in few words, which may be plain ones.
      const isMeant =
        meant.length * 2 >= named.size &&
        (meant.length >= 2 || meant.some((word) => isTelling(word) && isRare(word)));
      return { thread, isAbout: shared >= 2 || isMeant, share: shared + meant.length };
    })
    .filter(({ isAbout }) => isAbout)
    .sort((a, b) => b.share - a.share || b.thread.lastAt - a.thread.lastAt)
    .map(({ thread }) => thread);
}

function wordsIn({ title, topics }: Thread): ReadonlySet<string> {
  return new Set([title, ...topics].flatMap(wordsOf));
}
