import { describe, expect, test } from "vitest";
import { verbosityWish } from "../../../src/extra/profile/verbosity.js";

describe("how long the answers shall be", () => {
  test.each([
    ["be brief", "concise"],
    ["Fix the parser. Be concise please.", "concise"],
    ["keep it short", "concise"],
    ["keep your answers short from now on", "concise"],
    ["short answers please", "concise"],
    ["answer in one sentence", "concise"],
    ["you are too verbose", "concise"],
    ["no explanations, go", "concise"],
    ["tl;dr?", "concise"],
    ["just the code please", "concise"],
    ["sois concis", "concise"],
    ["réponds en une phrase", "concise"],
    ["fais court", "concise"],
    ["sans explications stp", "concise"],
    ["des réponses plus courtes, merci", "concise"],
    ["va à l’essentiel", "concise"],
    ["explain in detail how the drain works", "detailed"],
    ["explain why the lock is needed in more detail", "detailed"],
    ["can you elaborate?", "detailed"],
    ["give me more details", "detailed"],
    ["walk me through the auth flow", "detailed"],
    ["I'd like longer answers", "detailed"],
    ["be more detailed", "detailed"],
    ["explique en détail le cache", "detailed"],
    ["donne-moi plus de détails", "detailed"],
    ["explique-moi la migration pas à pas", "detailed"],
    ["je veux tous les détails", "detailed"],
    ["Be brief. Actually no, explain it in detail.", "detailed"],
  ])("%j: %s", (text, wish) => {
    expect(verbosityWish(text)).toBe(wish);
  });

  test.each([
    "make the commit message concise",
    "keep the README short",
    "write a short function for it",
    "the --verbose flag is too verbose",
    "keep the error messages brief",
    "the log is too verbose, lower the level",
    "add a short description",
    "a detailed changelog please",
    "why is the output so verbose?",
    "show more details in the user page",
    "is there a brief outage?",
    "in short, it fails on Windows",
    'the label says "be brief"',
    "> be brief\nthis is what the reviewer wrote",
    "```\nbe concise\n```",
    "add a details view",
    "the test explains itself in detail",
    "raccourcis le titre",
    "le message de commit doit être concis",
    "ajoute des commentaires détaillés",
    "affiche le détail de la commande",
    "pourquoi est-ce si verbeux ?",
    "une fonction courte suffit",
    "",
  ])("%j says nothing", (text) => {
    expect(verbosityWish(text)).toBeUndefined();
  });
});
