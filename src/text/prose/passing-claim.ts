import { isHedged } from "./done.js";
import { isQuestion } from "./next-action.js";
import { sentencesIn } from "./sentence.js";

/** What a text reports as passing now: the tests, or all checks. Undefined if it reports neither, or also a failure. */
export function passingClaim(text: string): "test" | "all" | undefined {
  let claim: "test" | "all" | undefined;
  for (const { lower } of sentencesIn(text)) {
    if (STILL_FAILING.test(lower)) return undefined;
    if (isQuestion(lower)) continue;
    if (claim !== "all" && isSaid(lower, ALL_PASS)) claim = "all";
    else if (isSaid(lower, TESTS_PASS)) claim ??= "test";
  }
  return claim;
}

function isSaid(lower: string, pattern: RegExp): boolean {
  const match = pattern.exec(lower);
  if (match === null) return false;
  const before = lower.slice(0, match.index);
  return (
    !isHedged(before) &&
    !/\b(?:make|making|get|getting|let|see|until|so that|to have|faire|que)\s*$/.test(before)
  );
}

const TESTS_PASS =
  /(?<![\w-])(?:(?:all|the|every|both)\s+(?:of the\s+|the\s+)?)?(?:\d+\s+)?(?:unit |integration |e2e |new |existing |other )*(?:tests?|suites?|test suites?|specs)\s+(?:(?:are|is|now|all|still|again|suite|have|has)\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\b(?:(\d+)\s*\/\s*\1|all \d+) (?:tests? )?pass(?:ed|ing)?\b|\b\d+ (?:tests )?(?:passed|passing), 0 fail|\b(?:tous les |les )?(?:\d+ )?tests? (?:(?:sont|est|maintenant|tous|de nouveau) )*(?:passent|passe|verts?|réussissent|au vert)\b/;
const ALL_PASS =
  /\b(?:everything|all (?:the )?checks?|all of them|tests? (?:and|\+|,) (?:\w+(?:,| and| \+)? ?){1,4})\s*(?:(?:is|are|all|now)\s+)*(?:pass(?:es|ed|ing)?|green)\b|\btout (?:passe|est (?:au )?vert)\b/;
const STILL_FAILING =
  /\b(?:[1-9]\d*|one|two|three|some|several|un|deux|plusieurs)(?: of (?:the )?\w+)? (?:tests? )?(?:(?:still|is|are|encore) )*(?:fail(?:s|ed|ing|ures?)?\b|échou\w+)|\b(?:tests?|build|lint(?:er)?|suite|ci) (?:still |is |are |now )*(?:fails?|failing|red|broken)\b|\b(?:not|n't|except|apart from) (?:all|yet|for|one|two)\b|\bexcept\b|\bsauf\b/;
