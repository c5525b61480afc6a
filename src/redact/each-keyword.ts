import { type EachKeyword, keywordFinder } from "./find-keyword.js";
import { keywordTable } from "./keyword-table.js";

let finder: EachKeyword | undefined;

// One finder for all who ask: with a second the engine would no longer take its tables for constants.
export const eachKeyword: EachKeyword = (text, visit) => {
  finder ??= keywordFinder(keywordTable);
  return finder(text, visit);
};
