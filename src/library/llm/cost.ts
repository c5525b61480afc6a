import type { Price, Usage } from "./port.js";

const MILLION = 1_000_000;

/** What an answer cost, in plain words: "1,204 tokens read, 310 written, about $0.008 (claude-…)". */
export function costLine(usage: Usage, price: Price | undefined, model: string): string {
  const { asked, answered } = usage;
  const name = `(${shortName(model)})`;
  if (asked === undefined && answered === undefined) return `the server did not say how many tokens ${name}`;
  const counts = [
    ...(asked === undefined
      ? []
      : [`${asked.toLocaleString("en")} ${asked === 1 ? "token" : "tokens"} read`]),
    ...(answered === undefined
      ? []
      : [`${answered.toLocaleString("en")}${asked === undefined ? " tokens" : ""} written`]),
  ];
  // With one of the two unknown the sum would be too small.
  const isWhole = asked !== undefined && answered !== undefined;
  const money = price && isWhole ? [said((asked * price.in + answered * price.out) / MILLION)] : [];
  return `${[...counts, ...money].join(", ")} ${name}`;
}

/** What two answers cost together; a number that one of them lacks is unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  const asked = sum(one.asked, other.asked);
  const answered = sum(one.answered, other.answered);
  return { asked, answered };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function said(dollars: number): string {
  if (dollars === 0) return "nothing to pay";
  if (dollars < 0.001) return "less than $0.001";
  return `about $${dollars < 0.01 ? dollars.toFixed(3) : dollars.toFixed(2)}`;
}

/** Without the maker and the server, which the reader knows. */
function shortName(model: string): string {
  return model.replace(/^(?:anthropic|openai|ollama):/, "").replace(/@.*$/, "");
}
