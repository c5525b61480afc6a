import type { Memory, MemoryKind } from "../model/fold/memory/memory-state.js";
import { FEATURES, type Feature, type FeatureRow } from "./feature.js";
import type { Question } from "./question.js";
import { type Standing, standingParts } from "./standing.js";

/** A ranked memory with the reasons. */
export interface Ranked<M extends Memory = Memory> {
  readonly memory: M;
  readonly score: number;
  /** The parts of the score, largest first. */
  explain(): Part[];
  /** The share of the question's words in it, from 0 to 1; rare words count more. */
  readonly share: number;
}

export type Weights = { readonly [F in Feature]: number };

export interface Part {
  readonly name: string;
  readonly value: number;
}

/** The part that lifts a memory above the prompt that asked for it. */
export const TURN_PART = "turn";

const SMALLEST = 0.005;
const AHEAD = 0.01;
const IN_WORDS: ReadonlySet<MemoryKind> = new Set(["prompt", "answer"]);
/** A memory this far behind the best is no answer, in units of the score. */
const FAR_BEHIND = 6;
/** Below all of these a match is chance. */
const MIN_FEATURE = { share: 0.12, like: 0.34, around: 0.6 } as const;

/** Ranks best first; empty if no candidate has to do with the question. */
export function rank<M extends Memory>(
  question: Question,
  candidates: readonly { readonly memory: M; readonly features: FeatureRow }[],
  standing: Standing,
  weights: Weights,
): Ranked<M>[] {
  if (!candidates.some(({ features }) => isRelated(features, question))) return [];
  const scored = candidates
    .filter(
      ({ memory, features }) =>
        saysItself(features) || (isSaidInContext(memory) && hasContext(features, question)),
    )
    .map(({ memory, features }): Ranked<M> => {
      const parts = standingParts(question, memory, standing);
      return {
        memory,
        score: learnedScore(features, weights) + sumOf(parts),
        share: features.share,
        // Only shown results are explained.
        explain: () => weightiest([...learnedParts(features, weights), ...parts]),
      };
    });
  const ranked = beforeTheirTurn(question, scored).sort(
    (a, b) => b.score - a.score || b.memory.at - a.memory.at,
  );
  const [best] = ranked;
  return ranked.filter(({ score }) => score >= (best?.score ?? 0) - FAR_BEHIND);
}

/** An answer precedes the words that asked for it: the fix before the prompt that wanted it fixed. */
function beforeTheirTurn<M extends Memory>({ kinds }: Question, scored: readonly Ranked<M>[]): Ranked<M>[] {
  if (kinds.length === 0) return [...scored];
  const turns = new Map<string, number>();
  for (const { memory, score } of scored)
    if (memory.turn !== undefined && IN_WORDS.has(memory.kind))
      turns.set(turnOf(memory), Math.max(turns.get(turnOf(memory)) ?? 0, score));
  return scored.map((one) => {
    if (!kinds.includes(one.memory.kind) || one.share < MIN_FEATURE.share) return one;
    const behind = (turns.get(turnOf(one.memory)) ?? Number.NEGATIVE_INFINITY) - one.score;
    if (behind < 0) return one;
    const lift = { name: TURN_PART, value: behind + AHEAD };
    return { ...one, score: one.score + lift.value, explain: () => weightiest([...one.explain(), lift]) };
  });
}

/** Messages are understood from their neighbours; a command, a change or a stated fact is not. */
function isSaidInContext({ by, kind, session }: Memory): boolean {
  return by !== "tool" && kind !== "thread" && session !== "";
}

/** A neighbour or its session covers the question, or it is from the requested time. */
function hasContext(features: FeatureRow, { time }: Question): boolean {
  const { share, session, before, after, askedTime } = features;
  return share + session + before + after > 0 || (time !== undefined && askedTime > 0);
}

function saysItself({ share, like }: FeatureRow): boolean {
  return share >= MIN_FEATURE.share || like >= MIN_FEATURE.like;
}

function isRelated(features: FeatureRow, { time }: Question): boolean {
  if (saysItself(features) || Math.max(features.before, features.after) >= MIN_FEATURE.around) return true;
  return time !== undefined && features.askedTime === 1;
}

function turnOf({ session, turn = "" }: Memory): string {
  return `${session} ${turn}`;
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

function weightiest(parts: readonly Part[]): Part[] {
  return parts
    .filter(({ value }) => Math.abs(value) >= SMALLEST)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

function learnedScore(features: FeatureRow, weights: Weights): number {
  let sum = 0;
  for (const name of FEATURES) sum += features[name] * weights[name];
  return sum;
}

function learnedParts(features: FeatureRow, weights: Weights): Part[] {
  return FEATURES.map((name) => ({ name, value: features[name] * weights[name] }));
}
