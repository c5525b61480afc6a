import type { Scored } from "./measure.js";
import { CATEGORIES } from "./sample.js";

const COLUMNS = [
  ["R@5", "recall5"],
  ["R@10", "recall10"],
  ["R@20", "recall20"],
  ["nDCG@10", "ndcg10"],
  ["MRR", "mrr"],
] as const;

export function printScores(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}\n`);
  const head = ["questions", "n", ...COLUMNS.map(([name]) => name)];
  const rows = ["all", ...CATEGORIES].map((kind) => {
    const own = scored.filter(({ category }) => kind === "all" || category === kind);
    const shares = COLUMNS.map(([, column]) => percent(own.map((score) => score[column])).toFixed(1));
    return [kind, String(own.length), ...shares];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const [first = "", ...rest] of [head, ...rows]) {
    const cells = rest.map((cell, n) => cell.padStart(widths[n + 1] ?? 0));
    console.log([first.padEnd(widths[0] ?? 0), ...cells].join("  "));
  }
}

/** The mean of shares, in percent. */
export function percent(shares: readonly number[]): number {
  return (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length;
}
