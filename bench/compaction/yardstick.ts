/**
 * What a reader would call a decision in what people and agents said, by plain words. It knows nothing of the
 * detectors that are measured with it.
 */
export function decisionSentences(text: string): string[] {
  return sentences(text).filter((sentence) => DECISION.test(sentence) && !sentence.endsWith("?"));
}

/** Whether some line of a text has most of the words of a statement. */
export function isKept(text: string, statement: string, share = MOST): boolean {
  const wanted = words(statement);
  if (wanted.size === 0) return true;
  return text
    .split("\n")
    .map(words)
    .some((line) => [...wanted].filter((word) => line.has(word)).length >= share * wanted.size);
}

const MOST = 0.75;
const LENGTH = { least: 15, most: 240 } as const;

const DECISION =
  /\b(?:decided|chose|chosen|opted for|let'?s (?:use|go with|keep|stick with|switch to)|(?:we|i)(?:'ll| will) (?:use|go with)|instead of|rather than|switched to|au lieu d|plutôt qu|on part sur|on utilise|décidé|choisi)\b/i;
function sentences(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, "\n").replace(/<[a-z-]+>[\s\S]*?<\/[a-z-]+>/g, "\n");
  return prose
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s>#*\-\d.)|]+/, "").trim())
    .filter((sentence) => sentence.length >= LENGTH.least && sentence.length <= LENGTH.most);
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}
