import type { Figure } from "../report.js";
import { learn } from "./learn.js";
import { examplesOf, measure, type Scored } from "./measure.js";
import { MODES, type Mode } from "./mode.js";
import { percent, printScores } from "./print-scores.js";
import type { Sample } from "./sample.js";
import { type Told, withTold } from "./told.js";

/** What is to be reached on conversations that the weights have not seen, in percent. */
const LEAST = { recall10: 78, ndcg10: 58, multiHop: 45 } as const;
const BY: { readonly [mode in Mode]: string } = { full: "with the table", plain: "by words alone" };

/** Which messages are found for a question, with weights that have seen the conversation asked about, or have not. */
export function measureQuality(samples: readonly Sample[], isShipped: boolean): Promise<Figure[]> {
  return withTold(samples, (told) =>
    MODES.flatMap((mode) => {
      const scored = isShipped
        ? told.flatMap(({ conversation, asked }) => measure(conversation, asked, mode))
        : measureUnseen(told, mode);
      const weights = isShipped
        ? "weights that have seen these conversations"
        : "weights learned without the conversation asked about";
      printScores(`recall ${BY[mode]}  (${weights}; ${told.length} conversations)`, scored);
      return figuresOf(scored, mode);
    }),
  );
}

function measureUnseen(told: readonly Told[], mode: Mode): Scored[] {
  const examples = told.map(({ conversation, asked }) => examplesOf(conversation, asked, mode));
  return told.flatMap(({ conversation, asked }, own) => {
    const weights = learn(examples.filter((_, other) => other !== own).flat());
    return measure(conversation, asked, mode, weights);
  });
}

function figuresOf(scored: readonly Scored[], mode: Mode): Figure[] {
  const multiHop = scored.filter(({ category }) => category === "multi-hop");
  const figure = (name: string, shares: readonly number[], least: number): Figure => ({
    name: `${BY[mode]}: ${name}`,
    value: percent(shares),
    unit: "percent",
    least,
    note: `${shares.length} questions`,
  });
  return [
    figure(
      "R@10",
      scored.map(({ recall10 }) => recall10),
      LEAST.recall10,
    ),
    figure(
      "nDCG@10",
      scored.map(({ ndcg10 }) => ndcg10),
      LEAST.ndcg10,
    ),
    figure(
      "R@10 of multi-hop questions",
      multiHop.map(({ recall10 }) => recall10),
      LEAST.multiHop,
    ),
  ];
}
