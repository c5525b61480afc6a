import { describe, expect, test } from "vitest";
import { nextActionsIn } from "../../../src/text/prose/next-action.js";

describe("what a text says is still to be done", () => {
  test.each([
    ["Next: write the docs page", ["write the docs page"]],
    ["I have not yet handled empty input", ["not yet handled empty input"]],
    ["I haven't added tests for the error path yet.", ["not yet added tests for the error path"]],
    ["The worker is not written yet", ["The worker is not written yet"]],
    ["The parser works, but the worker is not written yet.", ["the worker is not written yet"]],
    ["Tests for the parser are still missing.", ["Tests for the parser are still missing"]],
    ["La documentation n'est pas encore écrite.", ["La documentation n'est pas encore écrite"]],
    ["You may want to run the migration before deploying", ["run the migration before deploying"]],
    ["My plan: 1. Parse it 2. Map it 3. Store it", ["Parse it", "Map it", "Store it"]],
    ["My plan:\n1. Parse the header\n2. Map the columns", ["Parse the header", "Map the columns"]],
    ["Next I make `total` take a currency", ["make total take a currency"]],
    ["Il reste à :\n- afficher un tiret\n- documenter", ["afficher un tiret", "documenter"]],
    [
      "All green.\n\nNext steps:\n1. Wire the parser into the CLI\n2. Add a changelog entry",
      ["Wire the parser into the CLI", "Add a changelog entry"],
    ],
    ["## Next steps\n\n- publish the package\n- tag the release", ["publish the package", "tag the release"]],
    [
      "**Remaining:**\n- handle spaces in paths\n  - also tabs\n- Windows",
      ["handle spaces in paths", "Windows"],
    ],
    ["Remaining: fix the flaky test; update the lockfile", ["fix the flaky test", "update the lockfile"]],
    ["TODO: check the retry limit", ["check the retry limit"]],
    ["- [x] parser\n- [ ] writer\n- [ ] docs", ["writer", "docs"]],
    ["We still need to migrate the old rows.", ["migrate the old rows"]],
    ["The parser is done. I still have to cover the error path.", ["cover the error path"]],
    ["The next step is to run it on staging.", ["run it on staging"]],
    ["Next steps:\n- [x] parser\n- writer\n- ✅ docs", ["writer"]],
    ["What's left:\n* rename the flag\n* delete the shim", ["rename the flag", "delete the shim"]],
    ["Next: 1) rebase 2) push 3) open the pull request", ["rebase", "push", "open the pull request"]],
    ["Only the writer works. Next, we need to close the file handle.", ["close the file handle"]],
    ["CI is green. Left to do: announce it.", ["announce it"]],
    ["What remains: the installer", ["the installer"]],
    [
      "Before the next deploy, you need to:\n- rotate the key\n- update DNS",
      ["rotate the key", "update DNS"],
    ],
    [
      "I removed one copy. Next: replace the regex in tokenize by a scanner.",
      ["replace the regex in tokenize by a scanner"],
    ],
    ["The reader works. Next step: measure it. It is late.", ["measure it"]],
    ["The reader works. Remaining: the writer; the docs.", ["the writer", "the docs"]],
    ["The reader works. Next steps:\n- write the writer\n- [x] read", ["write the writer"]],
    ["What's left is to wire the flag.", ["wire the flag"]],
    ["Two of three are done. What remains is to sign the package.", ["sign the package"]],
    ["Le lecteur marche. Prochaine étape : écrire la page d'aide.", ["écrire la page d'aide"]],
    ["Le lecteur marche. Ensuite : mesurer le temps.", ["mesurer le temps"]],
    ["Il reste à brancher la pagination.", ["brancher la pagination"]],
    ["Prochaines étapes :\n- relire la migration\n- déployer", ["relire la migration", "déployer"]],
    ["Prochaine étape : couvrir le cas vide", ["couvrir le cas vide"]],
    ["Reste à faire :\n1. la page d'aide\n2. les tests", ["la page d'aide", "les tests"]],
    ["il faut encore traduire les erreurs", ["traduire les erreurs"]],
    ["À faire : supprimer l'ancien cache", ["supprimer l'ancien cache"]],
    ["La prochaine étape est de publier le paquet", ["publier le paquet"]],
  ])("%j", (text, actions) => {
    expect(nextActionsIn(text)).toEqual(actions);
  });

  test("at most eight", () => {
    expect(
      nextActionsIn(Array.from({ length: 12 }, (_, i) => `- [ ] item number ${i}`).join("\n")),
    ).toHaveLength(8);
  });

  test.each([
    "Let me know if you want me to add tests next.",
    "It is not done yet",
    "If the tests are not written yet, stop",
    "Next I added a mutex",
    "Next we saw a crash",
    "Things you may want to handle:",
    "Next steps: let me know if you'd like a changelog",
    "Would you like me to write the docs next?",
    "What's next?",
    "what are the next steps?",
    "Done. Next: should I publish it?",
    "Done. Next: let me know if you want me to publish it.",
    "Done. Next: if the tests pass, publish it.",
    "Done. Remaining: none.",
    "Done. Next step (optional): add dark mode.",
    "What's left is to be done?",
    "What is left to do?",
    "C'est fait. Ensuite : veux-tu que je publie ?",
    "Next.js needs a rewrite",
    "the next test fails",
    "To run it, you need to:\n- install Node\n- run npm start",
    "press Next to continue",
    "Next steps (optional):\n- add dark mode",
    "Remaining: none",
    "Next steps: nothing, all done",
    "- [x] parser\n- [x] writer",
    "```ts\n// TODO: handle spaces\n```",
    "> Next: write the docs page",
    "if we still need to migrate, say so",
    "we don't still need to migrate",
    "I can also add a benchmark next.",
    "do we still need to migrate?",
    "the remaining items are sorted by date",
    "2 tests remaining",
    "add a todo list page",
    "dis-moi si tu veux que j'ajoute des tests ensuite",
    "quelle est la prochaine étape ?",
    "est-ce qu'il reste à migrer quelque chose ?",
    "il ne reste rien à faire",
    "s'il reste à migrer des lignes, arrête",
    "le reste est à jour",
    "le bouton suivant est cassé",
    "Reste à faire : rien",
    "",
  ])("%j names nothing", (text) => {
    expect(nextActionsIn(text)).toEqual([]);
  });
});
