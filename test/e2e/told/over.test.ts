import { describe, expect, test } from "vitest";
import { Story } from "../scenario/story.js";

/** What somebody said, and what ends it in a later session. */
interface Case {
  readonly name: string;
  readonly before: (story: Story) => void;
  /** How it is told until then. */
  readonly told: RegExp;
  readonly after: (story: Story) => void;
  /** What is still told; by default only the thread. */
  readonly stays?: RegExp;
  /** What is no longer told; by default what was told before. */
  readonly gone?: RegExp;
}

/** A turn that changes a file. */
function work(story: Story, session: string, minute: number, prompt: string, closing: string): void {
  story.ask(session, minute, prompt);
  story.edit(session, minute + 1, "src/tide.ts");
  story.stop(session, minute + 3, closing);
}

const RULES: readonly Case[] = [
  {
    name: "a rule that the person ends",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Add the tide page. Always run the integration tests before you commit. Never touch the vendor folder.",
        "The page is added.",
      ),
    told: /^Rules: .*integration tests/m,
    after: (story) => work(story, "b", 30, "you don't need to run the integration tests anymore", "Ok."),
    stays: /^Rules: .*vendor/m,
  },
  {
    name: "a rule that the person ends in French",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Ajoute la page des marées. Lance toujours les tests d'intégration avant de commiter.",
        "La page est ajoutée.",
      ),
    told: /^Règles: .*tests d'intégration/m,
    after: (story) => work(story, "b", 30, "plus besoin de lancer les tests d'intégration", "Ok."),
  },
];

const LOGIN = "npx vitest run test/login.test.ts";
const UPLOAD = "npx vitest run test/upload.test.ts";
const PASSED = "Tests  3 passed (3)";

const FAILURES: readonly Case[] = [
  {
    name: "a sentence about a failing test after the test passed",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Set the cookie at login",
        "The cookie is set, but the login test still fails. The cart test still fails.",
      ),
    told: /login test still fails/,
    after(story) {
      story.run("b", 30, LOGIN, PASSED);
      story.stop("b", 31, "Ok.");
    },
    stays: /cart test still fails/,
  },
  {
    name: "a sentence about a failing test after the test passed, in French",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Corrige la page de connexion du site",
        "La page est corrigée. Le test de connexion échoue encore.",
      ),
    told: /test de connexion échoue/,
    after(story) {
      story.run("b", 30, "npm test", PASSED);
      story.stop("b", 31, "Ok.");
    },
  },
  {
    name: "a failing test that the person calls flaky, even if it fails again",
    before(story) {
      story.ask("a", 0, "Store the uploads");
      story.edit("a", 1, "src/upload.ts");
      story.fail("a", 2, UPLOAD, "Exit code 1\nError: timed out");
      story.stop("a", 3, "I stop here.");
    },
    told: /^Failing: .*upload/m,
    after(story) {
      work(story, "b", 30, "the upload test is flaky, ignore it", "Ok.");
      story.fail("b", 35, UPLOAD, "Exit code 1\nError: timed out");
      story.stop("b", 36, "Ok.");
    },
  },
  {
    name: "the only failing test, called flaky without its name in French",
    before(story) {
      story.ask("a", 0, "Enregistre les fichiers envoyés par le client");
      story.edit("a", 1, "src/upload.ts");
      story.fail("a", 2, UPLOAD, "Exit code 1\nError: timed out");
      story.stop("a", 3, "Je m'arrête là.");
    },
    told: /^En échec: .*upload/m,
    after: (story) => work(story, "a", 30, "ce test est instable, ignore-le", "D'accord."),
  },
];

const STEPS: readonly Case[] = [
  {
    name: "a next step that is done in other forms of its words",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Prepare the orders table",
        "The table is there.\n\nNext:\n- add a migration\n- document the retry settings",
      ),
    told: /^Next: .*(?:add a migration|document (?:the )?retry settings)/m,
    after: (story) =>
      work(story, "b", 30, "go on", "Added the migration. The retry setting is documented now."),
    gone: /^Next: /m,
  },
  {
    name: "a next step that is done in other forms of its words, but not the other one",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Prépare la table des commandes",
        "La table est prête.\n\nEnsuite :\n- documenter les réglages\n- ajouter une migration",
      ),
    told: /^Ensuite: .*documenter les réglages/m,
    after: (story) => work(story, "b", 30, "continue avec les commandes", "Le réglage est documenté."),
    stays: /^Ensuite: .*ajouter une migration/m,
  },
];

const OBSTACLES: readonly Case[] = [
  {
    name: "an obstacle after what it waits for arrived, but not another one",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Write the payment page. I'm waiting for the Stripe key. I'm waiting for the Mailgun key.",
        "The page is written.",
      ),
    told: /^Blocked: .*Stripe key/m,
    after: (story) => work(story, "b", 30, "the Stripe key arrived", "Good."),
    stays: /^Blocked: .*Mailgun key/m,
  },
  {
    name: "an obstacle after what it waits for arrived, in French",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Écris la page de paiement. On attend la clé Stripe.",
        "La page de paiement est écrite.",
      ),
    told: /^Bloqué: .*clé Stripe/m,
    after: (story) => work(story, "b", 30, "la clé Stripe est arrivée", "Bien."),
  },
];

const VALUES: readonly Case[] = [
  {
    name: "the old value of something that the person changes, but not that of another thing",
    before: (story) =>
      work(
        story,
        "a",
        0,
        "Expose the metrics of the server",
        "The metrics port is 9100. The admin port is 9300.",
      ),
    told: /metrics port is 9100/,
    after: (story) => work(story, "b", 30, "change the metrics port to 9200", "Ok."),
    stays: /admin port is 9300/,
    gone: /9100/,
  },
  {
    name: "a decision for the old value",
    before: (story) =>
      work(story, "a", 0, "Expose the metrics. Let's use port 9100 for the metrics.", "They are exposed."),
    told: /^Decided: port 9100 for the metrics/m,
    after: (story) => work(story, "b", 30, "change the metrics port to 9200", "Ok."),
    stays: /9200/,
    gone: /9100/,
  },
  {
    name: "the old value of something that the person changes in French",
    before: (story) =>
      work(story, "a", 0, "Expose les métriques du serveur", "Le port des métriques est 9100."),
    told: /port des métriques est 9100/,
    after: (story) => work(story, "b", 30, "passe le port des métriques à 9200", "D'accord."),
    gone: /9100/,
  },
];

/** The person chose option B of two. */
function chooseOptionB(story: Story): void {
  story.ask("a", 0, "How should the sessions be stored?");
  story.stop("a", 1, "Two ways:\n\nOption A: signed cookies\nOption B: a Redis table\n\nWhich one?");
  work(story, "a", 3, "let's go with option B", "The sessions are stored in a Redis table.");
}

const REVERSALS: readonly Case[] = [
  {
    name: "the option that the person takes back",
    before: chooseOptionB,
    told: /stored in a Redis table/,
    after: (story) => work(story, "a", 30, "nah revert that, option A was better", "They are back."),
    stays: /signed cookies/,
    gone: /Redis/,
  },
  {
    name: "a decision that the person takes back",
    before: (story) => work(story, "a", 0, "let's use Redis for the cache", "Ok."),
    told: /^Decided: Redis for the cache/m,
    after: (story) => work(story, "a", 30, "nah revert that, memcached was better", "Ok."),
    stays: /memcached/,
  },
  {
    name: "a decision that the person takes back in French",
    before: (story) => work(story, "a", 0, "on utilise Redis pour le cache", "D'accord."),
    told: /^Décidé: Redis pour le cache/m,
    after: (story) => work(story, "a", 30, "non, annule ça, memcached était mieux", "D'accord."),
    stays: /memcached/,
  },
  {
    name: "the name of a thing that the person calls otherwise",
    before: (story) =>
      work(story, "a", 0, "let's call the service dockyard", "The service is called dockyard."),
    told: /service is called dockyard/,
    after: (story) => work(story, "b", 30, "I'd rather call it harbor", "Ok."),
    stays: /harbor/,
  },
];

describe("no longer told is", () => {
  test.each([...RULES, ...FAILURES, ...STEPS, ...OBSTACLES, ...VALUES, ...REVERSALS])(
    "$name",
    ({ before, told, after, stays = /^(?:Thread|Fil): /m, gone = told }) => {
      const story = new Story();
      before(story);
      expect(story.start("before", 20)).toMatch(told);
      after(story);
      const now = story.start("now", 60);
      expect(now).toMatch(stays);
      expect(now).not.toMatch(gone);
    },
  );
});
