import { featuresOf } from "./feature.js";
import { LABELS, type Label, type SaidSentence, SURE } from "./label.js";
import { type Model, modelOf, scoresOf } from "./model.js";
import { WEIGHTS } from "./weights.js";

export interface Classified {
  readonly label: Label;
  /** The probability of the label, from 0 to 1. */
  readonly chance: number;
  readonly chances: Readonly<Record<Label, number>>;
}

/** From this chance on a sentence is a decision: best for unknown projects by `npm run bench -- statements`. Rare labels go first. */
const MIN_DECIDING_CHANCE = 0.19;
/** How much a label is worth finding: rare ones are chosen before they are the most likely. */
const WORTH: Readonly<Partial<Record<Label, number>>> = {
  blocker: 2.5,
  unblocked: 3,
  next: 2,
  rule: 2,
};

let shipped: Model | undefined;

/** Unpacked at its first use. */
function shippedModel(): Model {
  shipped ??= modelOf(WEIGHTS);
  return shipped;
}

/** The meaning of a sentence for the work, with the shipped weights unless others are given. */
export function classify(sentence: SaidSentence, model?: Model): Classified {
  if (model === undefined) return classify(sentence, shippedModel());
  const scores = scoresOf(model, featuresOf(sentence));
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  const chances = { ...NO_CHANCES };
  let label: Label = "none";
  for (const [i, name] of LABELS.entries()) {
    chances[name] = (powers[i] ?? 0) / sum;
    if (worth(chances, name) > worth(chances, label)) label = name;
  }
  if (WORTH[label] === undefined && decidingChance(chances) >= MIN_DECIDING_CHANCE)
    label = chances.decision >= chances.reversal ? "decision" : "reversal";
  return { label, chance: chances[label], chances };
}

/** Whether a label may be stated as a fact. A decision and its reversal support each other. */
export function isSure({ label, chance, chances }: Classified): boolean {
  const least = SURE[label];
  const sum = label === "decision" || label === "reversal" ? decidingChance(chances) : chance;
  return least !== undefined && sum >= least;
}

function decidingChance({ decision, reversal }: Classified["chances"]): number {
  return decision + reversal;
}

function worth(chances: Readonly<Record<Label, number>>, label: Label): number {
  return chances[label] * (WORTH[label] ?? 1);
}

const NO_CHANCES: Record<Label, number> = {
  decision: 0,
  reversal: 0,
  blocker: 0,
  unblocked: 0,
  next: 0,
  done: 0,
  rule: 0,
  request: 0,
  question: 0,
  fact: 0,
  none: 0,
};
