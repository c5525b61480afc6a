import type { Memory } from "../fold/memory-state.js";
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
  const ranked = candidates
    .map(({ memory, features }) => {
      const parts = [...learnedParts(features, weights), ...standingParts(question, memory, standing)];
      const score = parts.reduce((sum, { value }) => sum + value, 0);
      return {
        memory,
        score,
        parts: parts
          .filter(({ value }) => Math.abs(value) >= SMALLEST)
          .sort((a, b) => Math.abs(b.value) - Math.abs(a.value)),
        share: featureOf(features, "share"),
      };
    })
    .sort((a, b) => b.score - a.score || b.memory.at - a.memory.at);
  const [best] = ranked;
  return ranked.filter(({ score }) => score >= (best?.score ?? 0) - FAR_BEHIND);
}

function isRelated(features: FeatureRow, { time }: Question): boolean {
  if (featureOf(features, "share") >= LEAST.share || featureOf(features, "like") >= LEAST.like) return true;
  if (Math.max(featureOf(features, "before"), featureOf(features, "after")) >= LEAST.around) return true;
  return time !== undefined && featureOf(features, "askedTime") === 1;
}

function learnedParts(features: FeatureRow, weights: Weights): Part[] {
  return FEATURES.map((name, at) => ({ name, value: (features[at] ?? 0) * weights[name] }));
}

function featureOf(features: FeatureRow, name: Feature): number {
  return features[FEATURES.indexOf(name)] ?? 0;
}
