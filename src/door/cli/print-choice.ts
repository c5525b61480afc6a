import type { ExplainedInjection } from "../../app/inject/explain.js";
import { clean } from "../../compose/render/clean.js";
import { print, style } from "./print.js";

type Choice = NonNullable<ExplainedInjection["choice"]>;
type Item = Choice["chosen"][number];

/** Each single thing that would be said, and those that nearly were, with their chances and reasons. */
export function printChoice({ chosen, missed }: Choice): void {
  printItems("Chosen, with the chance that it is needed", chosen);
  printItems("Nearly", missed);
}

function printItems(title: string, items: readonly Item[]): void {
  if (items.length === 0) return;
  print("");
  print(style.bold(title));
  for (const item of items) {
    const percent = `${Math.round(100 * item.chance)} %`.padStart(5);
    print(`  ${percent}  ${clean(item.key)}  ${style.dim(reasons(item))}`);
  }
}

function reasons({ because, despite, said, leaning }: Item): string {
  const { ledger, rating, focus } = leaning;
  const learned =
    said === undefined
      ? []
      : [`said before: used ${rough(said.used)}, not used ${rough(said.unused)} (${signed(ledger)})`];
  const wanted = [
    ...(rating === 0 ? [] : [`rated ${rating > 0 ? "up" : "down"} (${signed(rating)})`]),
    ...(focus === 0 ? [] : [`in focus (${signed(focus)})`]),
  ];
  const parts = [
    because.join(", "),
    `${because.length > 0 && despite.length > 0 ? "but " : ""}${despite.join(", ")}`,
    ...learned,
    ...wanted,
  ];
  return parts.filter(Boolean).join("; ");
}

/** It fades with the sessions since: "2.6 times". */
function rough(times: number): string {
  const rounded = Math.round(times * 10) / 10;
  return `${rounded}×`;
}

function signed(part: number): string {
  return `${part < 0 ? "−" : "+"}${Math.abs(part).toFixed(1)}`;
}
