import type { Weights } from "../../src/recall/rank.js";
import { rankMemories } from "../../src/recall/recall.js";
import { search } from "../../src/recall/search.js";
import { type Conversation, PROJECT } from "./conversation.js";
import type { Example } from "./learn.js";
import { type Mode, meansFor } from "./mode.js";
import type { Asked, Category } from "./sample.js";
import { type Score, scoreHits } from "./score.js";

export interface Scored extends Score {
  readonly category: Category;
}

/** Every question about a conversation, answered and scored. */
export function measure(
  conversation: Conversation,
  asked: readonly Asked[],
  mode: Mode,
  weights?: Weights,
): Scored[] {
  return asked.map(({ question, category, evidence }) => ({
    category,
    ...scoreHits(ask(conversation, question, mode, weights), evidence),
  }));
}

/** The messages that answer a question, best first: each once, however many memories were made of it. */
export function ask(conversation: Conversation, question: string, mode: Mode, weights?: Weights): string[] {
  const { ranked } = rankMemories(conversation.store(), PROJECT, question, {
    now: conversation.now,
    ...meansFor(conversation.home, question, mode),
    ...(weights === undefined ? {} : { weights }),
  });
  return [...new Set(ranked.flatMap(({ memory }) => conversation.messageOf(memory) ?? []))];
}

/** What is found for every question about a conversation, to learn from. */
export function examplesOf(conversation: Conversation, asked: readonly Asked[], mode: Mode): Example[] {
  return asked.map(({ question, evidence }) => {
    const options = { now: conversation.now, ...meansFor(conversation.home, question, mode) };
    const found = search(conversation.store(), PROJECT, question, options).candidates.flatMap(
      ({ memory, features }) => {
        const message = conversation.messageOf(memory);
        return message === undefined ? [] : [{ features, isRight: evidence.has(message) }];
      },
    );
    return { rows: found.map(({ features }) => features), isRight: found.map(({ isRight }) => isRight) };
  });
}
