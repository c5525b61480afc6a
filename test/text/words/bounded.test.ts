import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageWish } from "../../../src/extra/profile/language-wish.js";
import { relationshipIn, roleIn } from "../../../src/extra/profile/person.js";
import { noviceSigns, technicalTerms } from "../../../src/extra/profile/technical-level.js";
import { verbosityWish } from "../../../src/extra/profile/verbosity.js";
import { isAside } from "../../../src/text/prose/aside.js";
import { blockersIn } from "../../../src/text/prose/blocker.js";
import { readCodeLine } from "../../../src/text/prose/code-line.js";
import { conventionsIn } from "../../../src/text/prose/convention.js";
import { decisionsIn } from "../../../src/text/prose/decision.js";
import { doneIn } from "../../../src/text/prose/done.js";
import { failureClaim, isFlakyRemark } from "../../../src/text/prose/failure.js";
import { intentOf } from "../../../src/text/prose/intent.js";
import { nextActionsIn } from "../../../src/text/prose/next-action.js";
import { passingClaim } from "../../../src/text/prose/passing-claim.js";
import { isAcknowledgement, isPutOff } from "../../../src/text/prose/promise.js";
import { releasesIn } from "../../../src/text/prose/release.js";
import { resolutionsIn } from "../../../src/text/prose/resolution.js";
import { namingIn, revertIn } from "../../../src/text/prose/revert.js";
import { newSettingIn } from "../../../src/text/prose/setting.js";
import { taskKindOf } from "../../../src/text/prose/task-kind.js";
import { readChecks } from "../../../src/text/shell/check.js";
import { failureLine } from "../../../src/text/shell/failure-line.js";
import { normaliseCommand } from "../../../src/text/shell/shell.js";
import { namesInError, readTestOutput } from "../../../src/text/shell/test-output.js";
import { symbolsInChange } from "../../../src/text/words/symbol.js";
import { runsWild } from "../../growth.js";

const DETECTORS: readonly (readonly [string, (text: string) => unknown])[] = [
  ["intentOf", intentOf],
  ["decisionsIn", decisionsIn],
  ["conventionsIn", conventionsIn],
  ["blockersIn", blockersIn],
  ["resolutionsIn", resolutionsIn],
  ["releasesIn", releasesIn],
  ["newSettingIn", newSettingIn],
  ["revertIn", revertIn],
  ["namingIn", namingIn],
  ["isAcknowledgement", isAcknowledgement],
  ["isPutOff", isPutOff],
  ["isAside", isAside],
  ["failureClaim", failureClaim],
  ["isFlakyRemark", isFlakyRemark],
  ["nextActionsIn", nextActionsIn],
  ["doneIn", doneIn],
  ["roleIn", roleIn],
  ["relationshipIn", relationshipIn],
  ["technicalTerms", technicalTerms],
  ["noviceSigns", noviceSigns],
  ["verbosityWish", verbosityWish],
  ["languageWish", languageWish],
  ["readCodeLine", (text) => readCodeLine(text).codes.map((code) => code.text)],
  ["taskKindOf", taskKindOf],
  ["readTestOutput", readTestOutput],
  ["namesInError", namesInError],
  ["symbolsInChange", symbolsInChange],
  ["passingClaim", passingClaim],
  ["failureLine", (output) => failureLine(output).slice(0, 130)],
  ["readChecks of an output", (output) => readChecks("npm test | tail", output, true)?.results.length],
  ["readChecks of a build", (output) => readChecks("npm run build", output, true)?.results.length],
  ["readChecks of a command", (command) => readChecks(`npm test ${command}`, "", true)?.results.length],
  ["normaliseCommand", normaliseCommand],
];

/** Texts near to what the detectors look for. */
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
      {
        weight: 7,
        arbitrary: fc.constantFrom(
          ..."let's use|instead of|because|we decided to|Next steps:|- [ ]|- [x]|TODO:|blocked by|I've added|I'm a|developer|fix the|can you|not|if|?|\n|\n\n|. |, |`|```|> |# |**|(|)|İ|’|«|Tests  1 failed|--- FAIL: |at f (a.ts:1:2)|Error:|--dry-run|function f(|on part sur|plutôt que|il reste à|j'ai|est terminé".split(
            "|",
          ),
        ),
      },
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(" "));

/** What patterns stumble over when it comes again and again. */
const PIECES =
  "a |\n|\t|  \n|. |, |let's use |we decided to |instead of |- [ ] |Next: |next |blocked by |can't a |is fixed |I've added |I'm a |my |fix |a/|a.|a.b:|Tests:  |FAIL > |FAIL |  1) a\n|--- FAIL: |● |× |test a ... |not ok 1 |Error: '|undefined: |is not |Property '|File \"|class |public |function (|\"--a\" flag |if |\"|`|**|<system-reminder>|a_|A1|--a-|explain the |no |always |never use |please |every new |don't a |before each |expected |got |a.b:1: |a&&b |a; |'|$(|<<E\n|1 of |all tests |tests are ".split(
    "|",
  );

/** Everything a detector says in words. */
function phrasesIn(found: unknown): string[] {
  if (typeof found === "string") return [found];
  if (Array.isArray(found)) return found.flatMap(phrasesIn);
  return typeof found === "object" && found !== null ? Object.values(found).flatMap(phrasesIn) : [];
}

describe.each(DETECTORS)("%s", (_, detect) => {
  test("says the same each time, in short single lines", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const found = detect(one);
        detect(other);
        expect(detect(one)).toEqual(found);
        for (const phrase of phrasesIn(found)) {
          expect(phrase.length).toBeLessThanOrEqual(130);
          expect(phrase).not.toMatch(/\n/);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("takes no longer than the text is long", () => {
    for (const piece of PIECES) {
      const isWild = runsWild(200_000, (size) => {
        detect(`error ${piece.repeat(size / piece.length)}`);
        detect(piece.repeat(size / piece.length));
      });
      expect(isWild, JSON.stringify(piece)).toBe(false);
    }
  });
});
