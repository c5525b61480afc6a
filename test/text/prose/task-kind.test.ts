import { describe, expect, test } from "vitest";
import { taskKindOf } from "../../../src/text/prose/task-kind.js";

describe("the kind of work a prompt asks for", () => {
  test.each([
    ["add a --dry-run option to the clean command", "implementation"],
    ["Can you implement the export as CSV?", "implementation"],
    ["we need to support windows paths", "implementation"],
    ["ok now make the header sticky", "implementation"],
    ["ajoute une option pour la langue", "implementation"],
    ["il faudrait créer une page de connexion", "implementation"],
    ["fix the failing upload test", "debugging"],
    ["please investigate why the drain is slow", "debugging"],
    ["hmm, the login doesn't work on staging", "debugging"],
    ["I'm getting a weird error when I save", "debugging"],
    ["corrige le test qui échoue", "debugging"],
    ["le build ne marche plus", "debugging"],
    ["peux-tu trouver pourquoi le cache est vide ?", "debugging"],
    ["review the diff before I push", "review"],
    ["check the comments on the PR", "review"],
    ["relis le parseur et dis-moi ce qui ne va pas", "review"],
    ["refactor the session fold into smaller files", "refactoring"],
    ["rename Cursor to Position everywhere", "refactoring"],
    ["let's clean up the duplicated settings code", "refactoring"],
    ["renomme la fonction et déplace-la", "refactoring"],
    ["write unit tests for the retry queue", "testing"],
    ["run the tests", "testing"],
    ["écris des tests pour le parseur", "testing"],
    ["lance les tests", "testing"],
    ["update the README with the new flags", "documentation"],
    ["document the wire format", "documentation"],
    ["mets à jour la documentation de l'API", "documentation"],
    ["publish version 2.1 to npm", "release"],
    ["prepare the release notes and a release", "release"],
    ["déploie en production", "release"],
    ["Implement the following plan:\n\n# Plan: Add unit tests for the queue\n\nText", "testing"],
    ["Implement the following plan:\n\n# Fix: the lock is never released", "debugging"],
    ["read the parser in full and fix the crash", "debugging"],
    ["why does the drain read the file twice?", "question"],
    ["what is the difference between load and read", "question"],
    ["explain how the cursor works", "question"],
    ["à quoi sert ce fichier ? pourquoi est-il vide ?", "question"],
    ["Commit this. Then add tests for the queue.", "testing"],
  ])("%j: %s", (text, kind) => {
    expect(taskKindOf(text)).toBe(kind);
  });

  test.each([
    "yes",
    "ok go",
    "do it",
    "create a branch called refactor",
    "commit",
    "thanks, perfect",
    "7",
    "nice, it works",
    "I like the new colours",
    "the header is blue now",
    "```\nfix the parser\n```",
    "> please fix the parser",
    "2026-01-01T10:00:00 fix applied",
    "oui vas-y",
    "merci",
    "j'aime bien la nouvelle page",
    "commite",
    "/compact",
    "",
  ])("%j is of no kind", (text) => {
    expect(taskKindOf(text)).toBeUndefined();
  });

  test.each([
    ["should we fix it now or refactor first?", "question"],
    ["test results are odd today, why?", "question"],
    ["is the release done?", "question"],
    ["faut-il ajouter des tests ?", "question"],
    ["did you update the docs?", "question"],
  ])("%j only asks", (text, kind) => {
    expect(taskKindOf(text)).toBe(kind);
  });
});
