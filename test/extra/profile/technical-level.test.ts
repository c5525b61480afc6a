import { describe, expect, test } from "vitest";
import { levelOf, noviceSigns, technicalTerms } from "../../../src/extra/profile/technical-level.js";

const EXPERT = 5;

describe("technical terms", () => {
  test.each([
    "Use a mutex around the cache, the race condition comes from two goroutines sharing the struct; add a benchmark and a fuzz test",
    "The JWT middleware should reject expired tokens before the rate limiter, log the payload hash, and keep the CORS headers",
    "Rebase onto main, squash the migrations, then run the e2e tests in docker with the Postgres replica",
    "Move the reducer into a pure function, memoize the selector, drop the singleton, keep the types generic and tree-shakeable",
    "the WAL grows because fsync is skipped; check the TTL of the LRU, the inode count and stdout of the daemon",
    "Replace the ORM by raw SQL, add an index on the foreign key and wrap it in a transaction with a rollback on deadlock",
    "parseHeader() in src/http/header.ts must stay idempotent; add unit tests and a regex for CRLF in the tokenizer",
    "the webhook endpoint needs HMAC, a nonce, idempotency keys, retries with throttling, and OAuth for the admin API",
    "bump esbuild, fix the tsconfig paths, regenerate the lockfile, keep sourcemaps and check the polyfill in CI",
    "profile the event loop: latency spikes come from JSON serialization and garbage collection on the heap",
    "Ajoute un verrou autour du cache, les accès concurrents cassent la sérialisation ; couvre avec des tests unitaires et un benchmark en CI",
    "la migration crée une clé étrangère sans index, la requête SQL fait un deadlock et le rollback perd la transaction",
    "passe le middleware en asynchrone, garde le schéma JSON, et vérifie le hachage HMAC des jetons",
    "rebase la branche, règle les merge conflicts du lockfile, puis relance docker et les tests d'intégration dans le pipeline",
    "le parseur est récursif : remplace la récursion par un iterator, mesure la latence, la fuite mémoire et le throughput",
  ])("an expert: %j", (text) => {
    expect(technicalTerms(text)).toBeGreaterThan(EXPERT);
  });

  test.each([
    "make the button blue",
    "it does not work on my phone, can you fix it?",
    "add a page with our prices and a contact form",
    "please write the text for the home page",
    "the app is slow when I open it",
    "change the title to Welcome",
    "yes, continue",
    "I get this error:\n```\nTypeError: mutex.lock is not a function at Cache.get (src/cache.ts:12:3) JSON API HTTP TCP UDP DNS\n```",
    "> mutex, goroutine, JWT, CORS, ORM, WAL, DNS\nwhat does this mean?",
    "fix src/a.ts src/b.ts src/c.ts src/d.ts src/e.ts src/f.ts src/g.ts",
    "api api api api api api api api",
    "2026-01-01T10:00:00 [db] mutex deadlock JSON TCP UDP DNS\nwhy?",
    "mets le bouton en bleu",
    "ça ne marche pas, corrige",
    "ajoute une page avec nos tarifs et un formulaire",
    "écris le texte de la page d'accueil",
    "",
  ])("nobody in particular: %j", (text) => {
    expect(technicalTerms(text)).toBeLessThanOrEqual(EXPERT);
  });
});

describe("somebody who does not program", () => {
  test.each([
    "I'm not a developer, can you do it for me?",
    "I'm a complete beginner",
    "I'm new to programming so go slowly",
    "I don't know how to code",
    "I've never used the terminal",
    "what is a repository?",
    "What's npm?",
    "explain it like I'm five",
    "where do I type this?",
    "how do I open the terminal",
    "can you say it in plain English?",
    "je ne suis pas développeur, explique-moi",
    "je suis débutante",
    "je débute en programmation",
    "c'est quoi un terminal ?",
    "je n'y connais rien en informatique",
    "je ne sais pas coder",
    "où est-ce que je colle cette commande ?",
  ])("%j", (text) => {
    expect(noviceSigns(text)).toBe(true);
  });

  test.each([
    "I'm a developer",
    "I'm not a fan of this API",
    "what is the repository pattern doing here?",
    "what is the port of the staging server?",
    "explain the borrow checker error",
    "I don't know how to code this in Rust without a clone",
    "if I'm a beginner, is the README enough?",
    "our users are people who say I don't know how to code",
    'show "I am a beginner" as an answer in the form',
    "> I'm a complete beginner\nwrite an answer to this issue",
    "open the terminal panel by default",
    "add a beginner mode",
    "I'm new to this codebase",
    "je suis développeur",
    "la variable est mal nommée",
    "c'est quoi ce bug ?",
    "où est la branche de release ?",
    "ajoute un mode débutant",
    "",
  ])("not: %j", (text) => {
    expect(noviceSigns(text)).toBe(false);
  });
});

describe("the level that the votes make", () => {
  test.each([
    [{ expert: 1, novice: 0 }, "expert"],
    [{ expert: 5, novice: 2 }, "expert"],
    [{ expert: 0, novice: 1 }, "novice"],
    [{ expert: 2, novice: 2 }, "intermediate"],
    [{ expert: 0, novice: 0 }, "intermediate"],
  ] as const)("%j: %s", (votes, level) => {
    expect(levelOf(votes)).toBe(level);
  });
});
