import { eachKeyword, indexKeywords, type KeywordIndex } from "./keyword.js";
import { keywordTable } from "./keyword-table.js";

let index: KeywordIndex | undefined;

/**
 * Whether `redact` could find anything: one of its keywords occurs. Most texts have none, and the hook need not even
 * load the rules for them.
 */
export function mayHoldSecret(text: string): boolean {
  index ??= indexKeywords(keywordTable);
  return eachKeyword(text, index, () => true) || /<private>/i.test(text);
}
