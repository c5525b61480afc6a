import { describe, expect, test } from "vitest";
import { Story } from "../scenario/story.js";
import { recordedIn, repeatedIn } from "./repeated.js";

const HOUR = 60;

/** What happened, and what the next session is told of it. */
interface Case {
  readonly name: string;
  readonly tell: (story: Story) => void;
  /** When the next session begins, in minutes. */
  readonly at: number;
  readonly has: readonly (string | RegExp)[];
  readonly lacks: readonly (string | RegExp)[];
}

const CASES: readonly Case[] = [
  {
    name: "an obstacle until somebody calls it solved",
    tell(story) {
      story.ask("a", 0, "Write the weather client. I'm blocked by the missing API key.");
      story.stop("a", 1, "The client is written.");
      const before = story.start("b", 16);
      expect(before).toMatch(/^Tidemark · last session ~15 min ago/);
      expect(before).toMatch(/^Blocked: the missing API key$/m);
      story.ask("b", 16, "I got the API key, go on");
      story.stop("b", 17, "The key works now.");
    },
    at: 62,
    has: [/^Tidemark · last session 45 min ago/, 'Thread: "Write the weather client"'],
    lacks: [/block/i, "missing"],
  },
  {
    name: "a decision that was taken back as rejected, and nothing that was said of it",
    tell(story) {
      story.ask("a", 0, "Let's use Redis for the cache");
      story.stop("a", 1, "The page reads from Redis.\n\nNext: let Redis forget entries after a day");
      story.ask("b", 5, "on abandonne Redis, on prend memcached");
      story.stop("b", 6, "Fait, la page lit memcached.");
    },
    at: 9,
    has: [/^Decided: memcached.*rejected: Redis/m],
    lacks: [/^(?:Known|Done|Next): .*Redis/m, /^Decided: (?!memcached)/m],
  },
  {
    name: "what was decided with its reason, once, and the plan without what was declared done",
    tell(story) {
      story.ask(
        "a",
        0,
        "Set up the package registry. Let's use sqlite for the registry because it needs no server.",
      );
      story.plan("a", 1, [
        ["Create the tables", "completed"],
        ["Check the installation", "in_progress"],
        ["Write the manual", "pending"],
      ]);
      story.stop("a", 2, "Decided: sqlite for the registry.\n\nNext: announce the release");
      expect(story.start("b", 4)).toMatch(/^Open \(2 of 3\): Check the installation; Write the manual$/m);
      for (const deed of ["Write the manual", "announce the release"])
        story.cli(["remember", "done", deed], 5);
    },
    at: 8 * 24 * HOUR,
    has: [
      /^Decided: sqlite for the registry \(it needs no server\)$/m,
      /^Open \(1 of 3\): Check the installation$/m,
    ],
    lacks: [/sqlite[\s\S]*sqlite/, "Where it stands", "announce", "manual"],
  },
  {
    name: "in French, the work of the last session and no empty words",
    tell(story) {
      story.session(
        "a",
        0,
        "C'est mon projet, corrige le bug du jeton dans la passerelle",
        ["src/p.ts"],
        "Fait.",
      );
      story.session("b", HOUR, "Implémente une limite de débit par client", ["src/p.ts"], "C'est fait.");
    },
    at: HOUR + 6,
    has: [/^(?:Fil|Dernière demande): "?Implémente une limite de débit par client"?$/m],
    lacks: [/: (?:C'est )?fait\b/i, "Où il en est", /\bans\b/],
  },
  {
    name: "a failing test and an open task, without scripts and without the request twice",
    tell(story) {
      story.ask("a", 0, "Finaliser la version deux du tableau");
      story.plan("a", 1, [
        ["Mettre à jour le script", "completed"],
        ["Vérifier l'installation", "in_progress"],
      ]);
      story.edit("a", 1, "src/tableau.ts");
      story.run("a", 1, "python - <<'EOF'\nprint(1)\nEOF");
      story.fail("a", 2, "pytest tests/ -q", "Exit code 1\nE   assert 3 == 4\n1 failed in 0.2s");
      story.stop("a", 3, "Je continue demain.");
    },
    at: 8,
    has: [
      /^Fil: "Finaliser la version deux du tableau"/m,
      /^À faire \(1 sur 2\): Vérifier l'installation$/m,
      /^En échec: `pytest tests\/ -q` \(assert 3 == 4\)$/m,
    ],
    lacks: ["python -", /Finaliser[\s\S]*Finaliser/, /3 == 4[\s\S]*3 == 4/],
  },
  {
    name: "rules as rules, and not as threads",
    tell(story) {
      story.ask("a", 0, "désormais réponds en français");
      story.ask("b", 5, "ne touche jamais au dossier vendor");
      story.ask("c", 10, "Ajoute une page d'aide au tableau de bord");
      story.edit("c", 10, "src/aide.ts");
      story.stop("c", 11, "La page existe.");
    },
    at: 16,
    has: [/^Fil: "Ajoute une page d'aide/m, /^Règles: .*ne touche jamais au dossier vendor/m],
    lacks: [/^(?:Fil|Autres fils): .*(?:vendor|français)/m, /vendor[\s\S]*vendor/],
  },
  {
    name: "a convention that the person declared under the rules, and a fact under what is known",
    tell(story) {
      story.session("a", 0, "Write the invoice page", ["src/invoice.ts"], "The page is written.");
      story.cli(["remember", "convention", "commit messages are in English"], 2);
      story.cli(["remember", "fact", "the invoices live in the billing schema"], 3);
    },
    at: 8,
    has: [/^Rules: .*commit messages are in English/m, /^Known: .*billing schema/m],
    lacks: [/^Known: .*commit messages/m],
  },
  {
    name: "a commit once, and neither what was done since nor the command that made it",
    tell(story) {
      story.ask("old", 0, "Round the totals of the cart");
      story.fail("old", 1, "npm test", "Exit code 1\nReferenceError: round is not defined");
      story.stop("old", 2, "Next: rewrite total in cents");
      story.ask("new", 5, "Go on with the totals of the cart");
      story.run("new", 6, "npm test", "# pass 3\n# fail 0");
      story.run(
        "new",
        7,
        "git add -A && git commit -m 'Count in cents'",
        "[main 1a2b3c4] Count in cents\n 1 file changed",
      );
      story.stop("new", 8, "I rewrote total in cents. All tests pass.");
      const handed = story.start("again", 9, { TIDEMARK_RESUME: "old" });
      expect(handed).toMatch(/^Tidemark · going on with a session/);
      expect(handed).not.toMatch(/round is not defined|Next:/);
    },
    at: 12,
    has: ["1a2b3c4 Count in cents"],
    lacks: ["Failing", "git commit", "git add", /Next:/],
  },
];

describe("the next session is told", () => {
  test.each(CASES)("$name", ({ tell, at, has, lacks }) => {
    const story = new Story();
    tell(story);
    const told = story.start("next", at);
    for (const one of has) expect(told).toMatch(one);
    for (const one of lacks) expect(told).not.toMatch(one);
    expect(recordedIn(told)).not.toEqual([]);
    expect(repeatedIn(told)).toEqual([]);
  });
});
