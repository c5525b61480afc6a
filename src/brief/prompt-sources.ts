import { treeOf } from "../model/fold/item/tree.js";
import type { Phrases } from "../render/phrase.js";
import { isContinuation } from "../text/prose/next-action.js";
import { isTelling, wordsOf } from "../text/prose/topic.js";
import { threadsAskedFor } from "./returning.js";
import type { Situation } from "./situation.js";
import { choice } from "./source/choice.js";
import { decided, decidedFor } from "./source/decisions.js";
import { factsFor, newlyDeclared } from "./source/facts.js";
import { recalledFor } from "./source/recalled.js";
import { hotThread, otherThreads, threadItem } from "./source/thread.js";
import { toldLines } from "./source/told.js";
import { blockers, openTasks } from "./source/work.js";
import { type Source, wholeText } from "./source.js";

/** In the middle of its work an agent only hears of items that it very probably needs. */
const MIN_PROMPT_CHANCE = 0.15;
const NEWLINE = 1;

/** Only what this request needs, without what the session did or heard itself. */
export function promptSources(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { about, prompt = "", threads, told, returned } = situation;
  const news = newlyDeclared(situation, phrases);
  if (!isAsking(prompt)) return news;
  const words = keywordsIn(prompt);
  const others = threadsAskedFor(prompt, threads).filter(
    ({ id, sessions }) =>
      id !== returned?.thread.id && !told.has(threadItem(id)) && !sessions.includes(about?.session ?? ""),
  );
  const stand = whereItStands(situation, phrases, room);
  const isDecided = stand.some(({ key }) => key === "decided");
  return [
    ...news,
    ...stand,
    ...factsFor(situation, phrases, { words, ideal: room * 0.4 }),
    ...(isDecided ? [] : decidedFor(situation, phrases, { words, ideal: room * 0.4 })),
    ...recalledFor(situation, phrases, room * 0.6),
    ...choice(situation, phrases, { least: MIN_PROMPT_CHANCE }),
    ...otherThreads(others, phrases.earlier, { least: 0, ideal: room * 0.5 }),
  ];
}

/** The state of the line of work that a prompt returns to. */
function whereItStands(situation: Situation, phrases: Phrases, room: number): Source[] {
  const { returned, decisions, facts, unfinished } = situation;
  if (returned === undefined) return [];
  const { thread, about, turns } = returned;
  const left = unfinished?.get(thread.id);
  const isIts = ({ session }: { readonly session: string }) => thread.sessions.includes(session);
  const then: Situation = {
    ...situation,
    about,
    hot: thread,
    plan: left?.plan ?? [],
    decisions: decisions.filter(isIts),
    facts: facts.filter((fact) => fact.kind === "decision" && isIts(fact)),
    turns,
    tree: { ...treeOf([]), checks: left?.checks ?? [] },
  };
  const title = hotThread(thread, phrases, room);
  const certain = [
    ...openTasks(then, phrases, room * 0.35),
    ...blockers(then, phrases, room * 0.35),
    ...decided(then, phrases, room * 0.35),
  ];
  const said = [...title, ...certain].map(wholeText);
  const taken = said.reduce((sum, text) => sum + text.length + NEWLINE, 0);
  return [...title, ...certain, ...toldLines(then, phrases, room - taken, said)];
}

/** Neither a command nor a mere "go on". */
export function isAsking(prompt: string): boolean {
  return !prompt.startsWith("/") && !isContinuation(prompt);
}

export function keywordsIn(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter(isTelling));
}
