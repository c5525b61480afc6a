import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outcomeIn } from "../../../src/text/prose/outcome.js";
import { runsWild } from "../../growth.js";

describe("where the work stands, by a closing message", () => {
  test.each([
    ["All tests pass; the feature is complete.", "All tests pass; the feature is complete."],
    [
      "I rewrote the tokenizer and its tables. The lexer is not finished yet.",
      "The lexer is not finished yet.",
    ],
    ["I looked at the log of the uploads. I could not reproduce the bug.", "I could not reproduce the bug."],
    ["Contrast fixed for buttons.", "Contrast fixed for buttons."],
    ["The queue keeps uploads in a table. Retries now wait longer.", "Retries now wait longer."],
    ["Fixed the bug where the build failed on Windows.", "Fixed the bug where the build failed on Windows."],
    ["Done — uploads retry three times now.", "Uploads retry three times now."],
    ["Let me check the parser. The parser works again.", "The parser works again."],
    [
      "I'll look at the queue.\n\nThe migration still fails on old rows.",
      "The migration still fails on old rows.",
    ],
    [
      "The header parser is done. Let me know if you want me to add the footer parser.",
      "The header parser is done.",
    ],
    ["Le lecteur est terminé. L'écriture n'est pas encore prête.", "L'écriture n'est pas encore prête."],
    ["Je n'ai pas pu reproduire le défaut.", "Je n'ai pas pu reproduire le défaut."],
    ["Le contraste des boutons est corrigé.", "Le contraste des boutons est corrigé."],
  ])("%j", (text, outcome) => {
    expect(outcomeIn(text)).toEqual({ text: outcome, isClear: true });
  });

  test.each([
    [
      "I removed one copy. Next: replace the regex in tokenize by a scanner, which does not work yet.",
      "I removed one copy.",
    ],
    ["Next: wire the `retry` flag. It is not done yet.\n\nThe queue drains now.", "The queue drains now."],
    ["The docs of the reader are fixed.\n- [ ] docs", "The docs of the reader are fixed."],
    ["The reader works. We still need to migrate the old rows.", "The reader works."],
    ["The queue drains now.\n\nRemaining:\n- the writer is not finished yet", "The queue drains now."],
    ["Le lecteur marche bien. Prochaine étape : écrire la page d'aide.", "Le lecteur marche bien."],
  ])("leaves out what is next: %j", (text, outcome) => {
    expect(outcomeIn(text)?.text).toBe(outcome);
  });

  test("is not said where all is about what is next", () => {
    expect(outcomeIn("Next: replace the regex in tokenize by a scanner.")).toBeUndefined();
  });

  test.each([
    "Done.",
    "Done!",
    "Fait.",
    "C'est fait.",
    "All done, committed and pushed.",
    "Committed as 1a2b3c4.",
    "Ready when you want.",
    "Decided: tokens over cookies.",
  ])("%j says nothing", (text) => {
    expect(outcomeIn(text)).toBeUndefined();
    expect(outcomeIn(`${text} The tile cache survives restarts.`)?.text).toBe(
      "The tile cache survives restarts.",
    );
  });

  test.each([
    "You're welcome!",
    "Okay.",
    "De rien !",
    "You're welcome! Let me know if you need anything else.",
    "Which queue should drain uploads first?",
    "Let me run the tests.",
    "Good point about the upload queue.",
    "Now I have a clear picture of the upload queue.",
    "Si tu veux, je peux aussi corriger les marges.",
    "## Summary of the changes",
    "👍",
    "",
  ])("%j does not say", (text) => {
    expect(outcomeIn(text)).toBeUndefined();
  });

  test("is never empty, whatever was said", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const outcome = outcomeIn(text);
        if (outcome !== undefined) expect(outcome.text).not.toBe("");
      }),
    );
  });

  test("takes no longer than the text is long", () => {
    for (const piece of [
      "a ",
      "not ",
      "i could ",
      "is now ",
      "done, ",
      "✅ ",
      "glad ",
      "- a\n",
      "a. ",
      "pas ",
    ]) {
      const isWild = runsWild(200_000, (size) => outcomeIn(piece.repeat(size / piece.length)));
      expect(isWild, JSON.stringify(piece)).toBe(false);
    }
  });
});
