import { beforeEach, describe, expect, test } from "vitest";
import { Story, titlesIn } from "./story.js";

const HOUR = 60;
const DAY = 24 * HOUR;

let story: Story;
beforeEach(() => {
  story = new Story();
});

/** Modifies install.sh, and leaves in the middle of testing it. */
function testing(session: string): void {
  story.start(session, 0);
  story.ask(session, 0, "Modifie install.sh pour vérifier la version de Python, je suis en cours de test");
  story.plan(session, 0, [
    ["Vérifier la version", "completed"],
    ["Tester l'installation sous Debian", "in_progress"],
  ]);
  story.edit(session, 1, "install.sh", "check_python() {\n  python3 --version\n}\n");
  story.run(session, 1, "bash install.sh --dry-run");
  story.stop(session, 2, "install.sh vérifie maintenant la version ; le test sous Debian reste à lancer.");
  story.end(session, 2);
}

describe("less than ten minutes later", () => {
  test("the session resumes at once: request, file, task and command", () => {
    testing("a");
    const told = story.start("b", 7);
    expect(told).toMatch(/^Tidemark · reprise immédiate, après 5 min/);
    expect(told).toContain("Dernière demande: Modifie install.sh pour vérifier la version de Python");
    expect(told).toContain("À faire (1 sur 2): Tester l'installation sous Debian");
    expect(told).toMatch(/^Fichiers: .*install\.sh/m);
    expect(told).toContain("bash install.sh --dry-run");
    expect(told).not.toContain("Profil:");
    expect(titlesIn(told).length).toBeLessThanOrEqual(2);
    expect(told.length).toBeLessThanOrEqual(700);
  });
});

test("the rules of the user are told however soon the next session comes", () => {
  testing("a");
  story.cli(["profile", "add-rule", "Ne pousse jamais sur main"]);
  for (const minute of [3, 30, 3 * HOUR])
    expect(story.start(`at-${minute}`, minute)).toMatch(/^Règles: Ne pousse jamais sur main$/m);
});

describe("less than an hour later", () => {
  test("the previous session is summed up, with the time that went by", () => {
    testing("a");
    const told = story.start("b", 32);
    expect(told).toMatch(/^Tidemark · dernière session il y a 30 min/);
    expect(told).toMatch(/^Fil: "/m);
    expect(told).toContain("Dernière demande: Modifie install.sh");
    expect(told).toContain("Tester l'installation sous Debian");
    expect(told).toContain("install.sh");
    expect(titlesIn(told).length).toBeLessThanOrEqual(3);
    expect(story.ask("b", 33, "on reprend")).not.toContain("install.sh");
  });

  test("so it is with the first prompt, where the start was not seen", () => {
    testing("a");
    const told = story.ask("b", 32, "on reprend");
    expect(told).toMatch(/^Tidemark · dernière session il y a 30 min/);
    expect(told).toContain("Tester l'installation sous Debian");
  });
});

test("a session that was only asked to go on, and died, hides nothing of the one before", () => {
  testing("a");
  story.start("b", 7);
  story.ask("b", 7, "on reprend");
  const told = story.start("c", 9);
  expect(told).toMatch(/^Tidemark · reprise immédiate, après 7 min/);
  expect(told).toMatch(/^(?:Dernière demande|Demandé avant): Modifie install\.sh/m);
  expect(told).toContain("Tester l'installation sous Debian");
});

test("hours after a crash what was interrupted is told, and no older work in its place", () => {
  story.session("a", 0, "Add a dark theme to the dashboard", ["src/theme.css"], "The theme is there.");
  story.start("b", 2 * HOUR);
  story.ask("b", 2 * HOUR, "Migrate the invoices table to cents");
  story.edit("b", 2 * HOUR, "db/invoices.sql");
  const told = story.start("c", 4 * HOUR);
  expect(told).toContain("Interrupted 2 h ago in the middle of the last request");
  expect(told).toMatch(/^Last request: Migrate (?:the )?invoices table to cents/m);
  expect(told).not.toMatch(/^Thread: "Add a dark theme/m);
  expect(told).not.toContain("The theme is there");
});

test("the language is that of the user, whatever little the last session says", () => {
  testing("a");
  story.session("b", 5, "install.sh --dry-run", ["install.sh"], "OK.");
  expect(story.start("c", 10)).toMatch(/^Tidemark · reprise immédiate/);
  story.cli(["profile", "set-preference", "language", "en"]);
  expect(story.start("d", 10)).toMatch(/^Tidemark · continuing after/);
});

describe("more than an hour later", () => {
  const WORKS = [
    ["Ajoute une nouvelle tentative aux envois de photos", "src/envoi/tentative.ts", "Trois tentatives."],
    ["Rends le chargement des miniatures paresseux", "src/galerie/miniature.ts", "Miniatures différées."],
    ["Écris la page de connexion OAuth", "src/connexion/page.ts", "La page de connexion existe."],
    ["Programme la sauvegarde nocturne de la base", "ops/sauvegarde.sh", "La sauvegarde tourne à 3 h."],
    ["Corrige le thème sombre du tableau de bord", "src/theme/sombre.css", "Contraste corrigé."],
    ["Traduis les courriels de bienvenue en espagnol", "courriel/bienvenue.es.md", "Traduit."],
  ] as const;

  function sixWorks(): number {
    WORKS.forEach(([prompt, file, closing], at) => {
      const session = `s${at}`;
      const minute = at * 3 * HOUR;
      story.start(session, minute);
      story.ask(session, minute, prompt);
      story.edit(session, minute, file);
      story.run(session, minute, `git add . && git commit -qm "${closing}"`, "");
      story.stop(session, minute, closing);
      story.end(session, minute);
    });
    return (WORKS.length - 1) * 3 * HOUR;
  }

  test("threads and the profile are told, and nothing of the state of the last session", () => {
    story.cli(["profile", "set-role", "développeur"]);
    const last = sixWorks();
    const told = story.start("b", last + 3 * HOUR);
    expect(told).toMatch(/^Tidemark · nouvelle session après 3 h/);
    expect(told).not.toContain("Dernière demande");
    expect(told).not.toContain("Dernière réponse");
    expect(told).toContain("Profil: développeur");
    expect(titlesIn(told).length).toBeGreaterThanOrEqual(3);
    expect(titlesIn(told).length).toBeLessThanOrEqual(5);
    expect(told.length).toBeLessThanOrEqual(700);
  });

  test("the more time went by, the more threads beside the hot one: two, three, five at most", () => {
    const last = sixWorks();
    const count = (minute: number) => titlesIn(story.start(`at-${minute}`, last + minute)).length - 1;
    expect(count(5)).toBeLessThanOrEqual(2);
    expect(count(30)).toBeLessThanOrEqual(3);
    expect(count(3 * HOUR)).toBeGreaterThan(1);
  });

  test("what is pinned is told at any time, unless it has expired", () => {
    testing("a");
    story.cli(["pin", "Je suis le développeur principal", "--priority", "high"]);
    story.cli(["pin", "Gel du code jusqu'à ce soir", "--expires", "8h"]);
    for (const minute of [5, 40, 3 * HOUR])
      expect(story.start(`at-${minute}`, minute)).toMatch(
        /^Épinglé: Je suis le développeur principal · Gel du code jusqu'à ce soir$/m,
      );
    expect(story.start("demain", DAY)).toMatch(/^Épinglé: Je suis le développeur principal$/m);
  });
});

describe("the profile", () => {
  test("grows from session to session, and is told later", () => {
    const prompts = [
      "Je suis développeur backend et c'est mon projet. Sois bref.",
      "Corrige le bug de la file des envois. Sois bref.",
      "Corrige l'erreur du mutex dans le cache, le thread reste en deadlock dans le scheduler async.",
      "Corrige le test du bouton",
    ];
    prompts.forEach((prompt, at) => {
      for (const again of [0, 1, 2])
        story.session(`s${at}-${again}`, at * DAY + again * 5, prompt, ["src/file.ts"], "C'est fait.");
    });
    const later = 4 * DAY;
    const { identity, preferences, patterns } = story.json(["profile"], later);
    expect(identity).toMatchObject({
      role: { value: "développeur backend", from: "learned" },
      relationship: { value: "owner", from: "learned" },
    });
    expect(preferences).toMatchObject({
      language: { value: "fr", from: "learned" },
      verbosity: { value: "concise", from: "learned" },
    });
    expect(patterns.activeHours).toHaveLength(1);
    expect(patterns.commonTasks).toContain("debugging");
    expect(story.start("b", later)).toMatch(/^Profil: développeur backend\/propriétaire, .*concis/m);
    story.cli(["profile", "add-rule", "Préfère les solutions simples"], later);
    expect(story.start("c", later)).toMatch(/^Règles: Préfère les solutions simples$/m);
  });
});

test("what was decided outlives the next session of its thread, until something newer rejects it", () => {
  const ask = (session: string, minute: number, prompt: string) => {
    story.start(session, minute);
    story.ask(session, minute, prompt);
    story.edit(session, minute, "src/upload/queue.ts");
    story.stop(session, minute, "The upload queue is changed.");
    story.end(session, minute);
  };
  ask("a", 0, "The upload queue: let's use a mutex instead of a channel because it is simpler.");
  ask("b", 5, "Log how long the upload queue is");
  expect(story.start("c", 8)).toMatch(/^Decided: .*mutex.*\(.*rejected: .*channel\)/m);
  ask("d", 10, "The upload queue: let's use an atomic counter instead of a mutex.");
  const told = story.start("e", 12);
  expect(told).toMatch(/^Decided: .*atomic counter/m);
  expect(told).not.toContain("rejected: a channel");
});

test("what was decided is told on the prompt that speaks of it", () => {
  story.session("a", 0, "Let's use a mutex instead of a channel.", ["src/lock.ts"], "Locked.");
  story.session("b", 5, "Translate the welcome mail to Spanish", ["mail/es.md"], "Translated.");
  story.start("c", 8);
  story.ask("c", 8, "Make the dashboard dark");
  story.stop("c", 9, "It is dark.");
  expect(story.ask("c", 10, "Would a channel be faster?")).toMatch(/^Decided: .*mutex/m);
  story.stop("c", 10, "Hardly.");
  expect(story.ask("c", 11, "And is the mutex fair?")).not.toContain("Decided");
});

test("what the plan of a thread left open is told until it is done, also after a session without a plan", () => {
  testing("a");
  story.start("b", 7);
  story.ask("b", 7, "Corrige la vérification de version de Python dans install.sh");
  story.edit("b", 8, "install.sh", "check_python() {\n  python3 -V\n}\n");
  story.stop("b", 9, "La vérification lit maintenant la bonne version.");
  story.end("b", 9);
  expect(story.start("c", 14)).toContain("Tester l'installation sous Debian");
});
