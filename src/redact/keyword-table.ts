import { type KeywordTable, tabulate } from "./keyword.js";
import { allRules } from "./ruleset.js";

// The build replaces this module by the finished table, to save the hook the time.
export const keywordTable: KeywordTable = tabulate(allRules());
