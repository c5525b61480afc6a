import type { Scored } from "./measure.js";

interface Target {
  readonly kind: string;
  readonly budget: number;
  readonly score: number;
  readonly precision?: number;
}

/** What is to be reached on projects that the weights have not seen. */
const TARGETS: readonly Target[] = [
  { kind: "next", budget: 500, score: 0.36, precision: 0.2 },
  { kind: "next", budget: 1_000, score: 0.45, precision: 0.18 },
  { kind: "prompt", budget: 1_000, score: 0.57, precision: 0.25 },
  { kind: "compact", budget: 1_000, score: 0.62, precision: 0.42 },
  { kind: "crash", budget: 1_000, score: 0.69, precision: 0.52 },
];
const COLUMNS = [
  "score",
  "precision",
  "file",
  "command",
  "name",
  "task",
  "commandPrecision",
  "residual",
] as const;

export function printScores(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}\n`);
  const head = ["kind", "n", ...COLUMNS, "chars", "to reach"];
  const rows = TARGETS.map(({ kind, budget, score, precision }) => {
    const cases = scored.filter((one) => one.kind === kind && one.budget === budget);
    return [
      `${kind}@${budget}`,
      String(cases.length),
      ...COLUMNS.map((column) => share(cases.flatMap((one) => one[column] ?? []))),
      String(Math.round(cases.reduce((sum, { chars }) => sum + chars, 0) / Math.max(1, cases.length))),
      `${short(score)}${precision === undefined ? "" : ` (${short(precision)})`}`,
    ];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, n) => cell.padStart(widths[n] ?? 0)).join("  "));
}

function share(values: readonly number[]): string {
  if (values.length === 0) return "";
  return short(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function short(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}
