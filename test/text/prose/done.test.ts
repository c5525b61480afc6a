import { describe, expect, test } from "vitest";
import { doneIn } from "../../../src/text/prose/done.js";

describe("what a text says was done", () => {
  test.each([
    ["- [x] parser\n- [ ] writer", ["parser"]],
    ["Done: the retry queue", ["the retry queue"]],
    ["I've added a retry queue to the uploader.", ["added a retry queue to the uploader"]],
    ["Added `retry.ts` and its test.", ["Added retry.ts and its test"]],
    ["Done. I've renamed the flag.", ["renamed the flag"]],
    [
      "- Fixed the lock in the drain\n- Updated the docs",
      ["Fixed the lock in the drain", "Updated the docs"],
    ],
    [
      "✅ Added tests for the parser\n✅ Wrote the docs page",
      ["Added tests for the parser", "Wrote the docs page"],
    ],
    ["`src/retry.ts` — Added a limit", ["Added a limit"]],
    ["**Completed:**\n- parser\n- writer", ["parser", "writer"]],
    ["The migration is done.", ["The migration is done"]],
    ["We moved the cache to its own file, so startup is faster", ["moved the cache to its own file"]],
    ["I have just removed the old shim", ["removed the old shim"]],
    ["The new CLI is now in place", ["The new CLI is now in place"]],
    ["Implemented the export — both formats", ["Implemented the export"]],
    ["I fixed the parser but the lexer tests still fail", ["fixed the parser"]],
    ["- ✅ Parseur corrigé\n- ✅ Tests ajoutés\n- ⏳ Docs en cours", ["Parseur corrigé", "Tests ajoutés"]],
    ["**Ce qui a été fait :**\n- Ajout du formulaire", ["Ajout du formulaire"]],
    ["j'ai ajouté une page d'aide", ["ajouté une page d'aide"]],
    ["J'ai corrigé le parseur et les tests.", ["corrigé le parseur et les tests"]],
    ["La migration est terminée.", ["La migration est terminée"]],
    ["Terminé : la page d'accueil", ["la page d'accueil"]],
    ["Voilà, nous avons renommé la commande", ["renommé la commande"]],
    ["Fait :\n- le parseur\n- les tests", ["le parseur", "les tests"]],
  ])("%j", (text, done) => {
    expect(doneIn(text)).toEqual(done);
  });

  test.each([
    "is it done?",
    "have you added the retry queue?",
    "I'll add a retry queue",
    "I will have added it by tomorrow",
    "add a retry queue",
    "when the migration is done, push",
    "once everything is in place we publish",
    "the migration is not done",
    "it should be done by now",
    "Added complexity is not worth it",
    "Removed lines are shown in red",
    "Updated dependencies are listed below",
    "- [ ] parser",
    "Everything is in place.",
    "I've not added tests yet",
    "Done: nothing",
    "✅ Production ready",
    "split it into modules",
    "All changes are complete.",
    "the plan is for another task, which is already complete",
    "```\nAdded retry.ts\n```",
    "> I've added a retry queue",
    "2026-01-01T10:00:00 added 12 rows",
    "could be done with a cache",
    "get it done",
    "the button changed its colour",
    "est-ce terminé ?",
    "as-tu ajouté les tests ?",
    "je vais ajouter une page",
    "ajoute une page",
    "quand la migration est terminée, publie",
    "la migration n'est pas terminée",
    "il faut que ce soit fait",
    "",
  ])("%j names nothing", (text) => {
    expect(doneIn(text)).toEqual([]);
  });
});
