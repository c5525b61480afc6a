import type { Memory, MemoryKind } from "../fold/memory-state.js";
import { FEATURES, type Feature, type FeatureRow } from "./feature.js";
import type { Question } from "./question.js";
import { type Standing, standingParts } from "./standing.js";

/** A memory with its place in the answer, and why it has it. */
export interface Ranked<M extends Memory = Memory> {
  readonly memory: M;
  readonly score: number;
  /** What adds up to the score, the weightiest first. */
  readonly parts: readonly Part[];
  /** How much of the question's words it says itself, from 0 to 1; rare words count more. */
  readonly share: number;
}

/** How much each feature counts. */
export type Weights = { readonly [F in Feature]: number };

export interface Part {
  readonly name: string;
  readonly value: number;
}

const SMALLEST = 0.005;
const AHEAD = 0.01;
const IN_WORDS: ReadonlySet<MemoryKind> = new Set(["prompt", "answer"]);
/** So far behind the best a memory is no answer any more, in the units of the score. */
const FAR_BEHIND = 6;
/** Where a memory neither says enough of the question nor means enough of it, it is chance. */
const LEAST = { share: 0.12, like: 0.34, around: 0.6 } as const;

/** Best first; nothing where no candidate has to do with the question. */
export function rank<M extends Memory>(
  question: Question,
  candidates: readonly { readonly memory: M; readonly features: FeatureRow }[],
  standing: Standing,
  weights: Weights,
): Ranked<M>[] {
  if (!candidates.some(({ features }) => isRelated(features, question))) return [];
  const scored = candidates
    .filter(({ memory, features }) => saysItself(features) || isSaidInContext(memory))
    .map(({ memory, features }) => {
      const parts = [...learnedParts(features, weights), ...standingParts(question, memory, standing)];
      return { memory, parts, share: featureOf(features, "share") };
    });
  const ranked = beforeTheirTurn(question, scored)
    .map((one) => ({ ...one, score: sumOf(one.parts) }))
    .sort((a, b) => b.score - a.score || b.memory.at - a.memory.at);
  const [best] = ranked;
  return ranked
    .filter(({ score }) => score >= (best?.score ?? 0) - FAR_BEHIND)
    .map((one) => ({ ...one, parts: weightiest(one.parts) }));
}

type Scored<M> = Omit<Ranked<Memory>, "memory" | "score"> & { readonly memory: M };

/** What the question is after stands before the words that asked for it: the fix before the prompt that wanted it fixed. */
function beforeTheirTurn<M extends Memory>({ kinds }: Question, scored: readonly Scored<M>[]): Scored<M>[] {
  const turns = new Map<string, number>();
  for (const { memory, parts } of scored)
    if (memory.turn !== undefined && IN_WORDS.has(memory.kind))
      turns.set(turnOf(memory), Math.max(turns.get(turnOf(memory)) ?? 0, sumOf(parts)));
  return scored.map((one) => {
    if (!kinds.includes(one.memory.kind) || one.share < LEAST.share) return one;
    const behind = (turns.get(turnOf(one.memory)) ?? 0) - sumOf(one.parts);
    return behind < 0 ? one : { ...one, parts: [...one.parts, { name: "turn", value: behind + AHEAD }] };
  });
}

/** What people and agents say is understood from what was said around it; a command, a change or a stated fact is not. */
function isSaidInContext({ by, kind, session }: Memory): boolean {
  return by !== "tool" && kind !== "thread" && session !== "";
}

function saysItself(features: FeatureRow): boolean {
  return featureOf(features, "share") >= LEAST.share || featureOf(features, "like") >= LEAST.like;
}

function isRelated(features: FeatureRow, { time }: Question): boolean {
  if (saysItself(features)) return true;
  if (Math.max(featureOf(features, "before"), featureOf(features, "after")) >= LEAST.around) return true;
  return time !== undefined && featureOf(features, "askedTime") === 1;
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

function learnedParts(features: FeatureRow, weights: Weights): Part[] {
  return FEATURES.map((name, at) => ({ name, value: (features[at] ?? 0) * weights[name] }));
}

function featureOf(features: FeatureRow, name: Feature): number {
  return features[FEATURES.indexOf(name)] ?? 0;
}
