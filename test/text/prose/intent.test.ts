import { describe, expect, test } from "vitest";
import { intentOf } from "../../../src/text/prose/intent.js";

describe("what a prompt wants done", () => {
  test.each([
    ["add a --dry-run option", "add a --dry-run option"],
    ["Can you please fix the failing upload test?", "fix the failing upload test"],
    ["different topic: make the landing page dark", "make the landing page dark"],
    ["New topic. Could you rename the config keys?", "rename the config keys"],
    ["now let's do something else: customers get no mails", "customers get no mails"],
    ["autre sujet : traduis la page des tarifs", "traduis la page des tarifs"],
    ["ok, now let's rename Cursor to Position", "rename Cursor to Position"],
    ["please update the README, thanks", "update the README"],
    ["The header is too big. Make it 40px.", "Make it 40px"],
    ["we should at least log the skipped sessions", "log the skipped sessions"],
    ["I want you to review the parser in full", "review the parser in full"],
    ["yes, and also add a test for empty lines", "add a test for empty lines"],
    ["Commit this. Then write the changelog.", "write the changelog"],
    ["don't fall back to the old path", "don't fall back to the old path"],
    [
      "Implement the following plan:\n\n# Plan: Invert the cache flag\n\n## Goal\nText",
      "Invert the cache flag",
    ],
    [
      "could you investigate why the drain is slow on Windows?",
      "investigate why the drain is slow on Windows",
    ],
    ["it fails with this:\n```\nTypeError: x\n```\nfix it in the parser", "fix it in the parser"],
    ["go ahead and delete the old shim", "delete the old shim"],
    ["ajoute une option pour la langue", "ajoute une option pour la langue"],
    ["Peux-tu corriger le test qui échoue, stp ?", "corriger le test qui échoue"],
    ["ok, maintenant renomme la fonction", "renomme la fonction"],
    ["il faudrait documenter le format", "documenter le format"],
    ["oui merci, et écris des tests pour la file", "écris des tests pour la file"],
    ["on doit migrer les anciennes lignes", "migrer les anciennes lignes"],
    ["est-ce que tu peux simplifier le parseur ?", "simplifier le parseur"],
  ])("%j: %j", (text, intent) => {
    expect(intentOf(text)).toBe(intent);
  });

  test("a long directive is cut between words", () => {
    const intent = intentOf(`add ${"a very long description of it ".repeat(20)}`);
    expect(intent?.length).toBeLessThanOrEqual(120);
    expect(intent).toMatch(/…$/);
  });

  test.each([
    "why does the drain read the file twice?",
    "should we add a cache?",
    "what would you change",
    "is it possible to add a flag?",
    "thanks!",
    "ok",
    "yes, do it",
    "continue",
    "go ahead",
    "commit",
    "commit and push the changes",
    "try again",
    "ok lets get back to main",
    "it fails. can you resolve this?",
    "correct me if I am wrong",
    "ada@box app % npm run build\nset the output format to esm",
    "/compact",
    "/review the code",
    "!npm test",
    "<task-notification>fix done</task-notification>",
    "nice, it works",
    "test results are odd",
    "open issues are listed below",
    "> please fix the parser",
    "```\nadd a flag\n```",
    "2026-01-01T10:00:00 INFO add row 12\n2026-01-01T10:00:01 INFO fix row 13",
    "TypeError: x is not a function\n    at add (src/a.ts:1:2)",
    "the title should be smaller",
    "7",
    "oui vas-y",
    "merci",
    "pourquoi ce test échoue-t-il ?",
    "faut-il ajouter un cache ?",
    "comment on ajoute une option",
    "la liste est vide",
    "pousse les changements",
    "",
  ])("%j wants nothing new", (text) => {
    expect(intentOf(text)).toBeUndefined();
  });
});
