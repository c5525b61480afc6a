import { describe, expect, test } from "vitest";
import { blockersIn } from "../../../src/text/prose/blocker.js";
import { resolutionsIn } from "../../../src/text/prose/resolution.js";

describe("what keeps the work from going on", () => {
  test.each([
    ["We're blocked by the missing staging credentials.", ["the missing staging credentials"]],
    ["The release is blocked until the CDN is back", ["until the CDN is back"]],
    ["Blocked on review from the security team", ["review from the security team"]],
    ["I can't deploy because the token expired.", ["can't deploy because the token expired"]],
    ["Cannot run the e2e tests without a browser", ["Cannot run the e2e tests without a browser"]],
    ["I'm still waiting for the API key", ["waiting for the API key"]],
    ["Waiting on the DNS change", ["Waiting on the DNS change"]],
    ["We are stuck on the certificate renewal", ["the certificate renewal"]],
    ["Blocker: the registry refuses our login", ["the registry refuses our login"]],
    [
      "## Blockers\n\n- no access to the server\n- the schema is not agreed",
      ["no access to the server", "the schema is not agreed"],
    ],
    [
      "I'm unable to push because the branch is protected",
      ["unable to push because the branch is protected"],
    ],
    ["Phase 3 is blocked by the billing API, so I did the docs.", ["the billing API"]],
    ["The deploy is blocked: the certificate expired.", ["the certificate expired"]],
    [
      "I was not able to run the e2e tests because Docker is missing.",
      ["was not able to run the e2e tests because Docker is missing"],
    ],
    [
      "I need access to the private registry to continue.",
      ["need access to the private registry to continue"],
    ],
    ["La migration échoue : il manque DATABASE_URL.", ["il manque DATABASE_URL"]],
    ["je suis bloqué par les droits sur le serveur", ["les droits sur le serveur"]],
    ["La livraison est bloquée tant que la CI est rouge", ["tant que la CI est rouge"]],
    ["Il manque la clé d'API de production.", ["Il manque la clé d'API de production"]],
    ["En attente de l'accord du client", ["En attente de l'accord du client"]],
    ["on ne peut pas publier car le nom est pris", ["on ne peut pas publier car le nom est pris"]],
    ["Impossible de tester sans compte Stripe", ["Impossible de tester sans compte Stripe"]],
    ["Bloquant : le certificat a expiré", ["le certificat a expiré"]],
    ["it is unclear which storage format to use", ["unclear which storage format to use"]],
    ["we need ollama running before that works", ["need ollama running before that works"]],
    ["the staging database is down so I cannot test", ["the staging database is down"]],
    ["There's an issue with the payment API.", ["an issue with the payment API"]],
    ["issue: the build fails on arm", ["issue: the build fails on arm"]],
    ["on attend que les ops ouvrent le port 443", ["on attend que les ops ouvrent le port 443"]],
    [
      "le serveur de staging est en panne, donc je ne peux pas tester",
      ["le serveur de staging est en panne"],
    ],
  ])("%j", (text, blockers) => {
    expect(blockersIn(text)).toEqual(blockers);
  });

  test.each([
    "are we blocked by the review?",
    "is the release blocked until Monday?",
    "we're not blocked by anything",
    "if we're blocked by the API, tell me",
    "use non-blocking IO",
    "the request was blocked by CORS in the browser test",
    "the main thread is blocked by a sync read",
    "users can't log in because the form is broken",
    "the test is waiting for the server",
    "add a message for blocked users",
    "Blockers: none",
    "waiting for your confirmation",
    "Waiting for the debugger to disconnect...",
    "ada@box app % npm start\nWaiting for changes",
    "```\nblocked by the API\n```",
    "> we're blocked by the API",
    "12:00:01 waiting for lock",
    "we could get stuck on the certificate",
    "you can't have both",
    "block the ads",
    "we need a video for the first tweet",
    "we need to run the tests first",
    "the page is down in the list",
    "Issue: https://example.com/issues/4",
    "what is unclear to you?",
    "scroll down, the rest is unclear code",
    "on attend ta réponse",
    "suis-je bloqué par la revue ?",
    "on n'est pas bloqué par la revue",
    "si on est bloqué par les droits, demande",
    "il ne manque rien",
    "bloque les robots",
    "il manque un test, non ?",
    "",
  ])("%j names none", (text) => {
    expect(blockersIn(text)).toEqual([]);
  });
});

describe("what is no longer in the way", () => {
  test.each([
    ["Fixed the token refresh.", ["Fixed the token refresh"]],
    ["I've resolved the merge conflicts", ["I've resolved the merge conflicts"]],
    ["The build error is fixed.", ["The build error is fixed"]],
    ["The flaky upload test has been fixed", ["The flaky upload test has been fixed"]],
    ["We're no longer blocked by the registry", ["no longer blocked by the registry"]],
    ["The staging login works now", ["The staging login works now"]],
    ["the pipeline is green again", ["the pipeline is green again"]],
    ["After the rebase, the drain test now passes.", ["the drain test now passes"]],
    ["All conflicts are now resolved", ["All conflicts are now resolved"]],
    [
      "Unblocked the release by renewing the certificate",
      ["Unblocked the release by renewing the certificate"],
    ],
    ["I fixed the race in the cache, so it is faster", ["I fixed the race in the cache"]],
    ["Le problème de droits est résolu", ["Le problème de droits est résolu"]],
    ["J'ai corrigé la fuite mémoire", ["J'ai corrigé la fuite mémoire"]],
    ["la livraison est débloquée", ["la livraison est débloquée"]],
    ["Corrigé : le test d'upload", ["Corrigé : le test d'upload"]],
    ["la connexion marche maintenant", ["la connexion marche maintenant"]],
    ["I got the API key", ["the API key"]],
    ["the port is open now", ["the port is open"]],
    ["ollama is running now", ["ollama is running"]],
    ["j'ai reçu la clé d'API", ["la clé d'API"]],
    ["le port est ouvert", ["le port est ouvert"]],
    ["on n'est plus bloqué par la revue", ["n'est plus bloqué par la revue"]],
  ])("%j", (text, resolutions) => {
    expect(resolutionsIn(text)).toEqual(resolutions);
  });

  test.each([
    "it's fixed now",
    "c'est réglé, merci",
    "is the build error fixed?",
    "Fixed: /home/ada/src/auth.ts",
    "the build error is not fixed",
    "the bug isn't fixed yet",
    "once the bug is fixed, publish",
    "this should be fixed first",
    "the bug needs to be fixed",
    "fix the build error",
    "the header is fixed at the top",
    "use a fixed width column",
    "Fixed width fonts look better",
    "if the test passes now, push",
    "it would be resolved by a restart",
    "I'll get it fixed tomorrow",
    "how was the leak fixed?",
    "```\nfixed the parser\n```",
    "> fixed the parser",
    "the promise is resolved by the server",
    "le problème n'est pas résolu",
    "est-ce que le bug est corrigé ?",
    "quand le bug est corrigé, publie",
    "il faut que ce soit corrigé",
    "corrige la fuite",
    "le problème pourrait être résolu par un cache",
    "",
  ])("%j names none", (text) => {
    expect(resolutionsIn(text)).toEqual([]);
  });
});
