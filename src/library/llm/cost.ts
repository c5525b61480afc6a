import type { Price, Usage } from "./port.js";

/** The cost of an answer in plain words: "1,204 tokens read, 310 written, about $0.008 (claude-…)". */
export function costLine(usage: Usage, price: Price | undefined, model: string): string {
  const { asked, answered } = usage;
  const name = `(${shortName(model)})`;
  if (asked === undefined && answered === undefined) return `the server did not say how many tokens ${name}`;
  const parts: string[] = [];
  if (asked !== undefined)
    parts.push(`${asked.toLocaleString("en")} ${asked === 1 ? "token" : "tokens"} read`);
  if (answered !== undefined)
    parts.push(`${answered.toLocaleString("en")}${asked === undefined ? " tokens" : ""} written`);
  // If one of the two is unknown, the sum would be too small.
  if (price !== undefined && asked !== undefined && answered !== undefined)
    parts.push(dollarsText((asked * price.in + answered * price.out) / 1_000_000));
  return `${parts.join(", ")} ${name}`;
}

/** Adds the usage of two answers; a count that one of them lacks is unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  return { asked: sum(one.asked, other.asked), answered: sum(one.answered, other.answered) };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function dollarsText(dollars: number): string {
  if (dollars === 0) return "nothing to pay";
  if (dollars < 0.001) return "less than $0.001";
  return `about $${dollars < 0.01 ? dollars.toFixed(3) : dollars.toFixed(2)}`;
}

/** Without maker and server. */
function shortName(model: string): string {
  return model.replace(/^(?:anthropic|openai|ollama):/, "").replace(/@.*$/, "");
}
