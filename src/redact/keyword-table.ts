import { type KeywordTable, tabulate } from "./keyword.js";
import { allRules } from "./ruleset.js";

// The build puts the finished table in place of this module: a hook has no time to work it out.
export const keywordTable: KeywordTable = tabulate(allRules());
