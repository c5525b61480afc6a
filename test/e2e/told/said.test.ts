import { describe, expect, test } from "vitest";
import { Story } from "../scenario/story.js";
import { repeatedIn } from "./repeated.js";

describe("what is picked up from words", () => {
  test("decisions in the wordings of people and agents", () => {
    const story = new Story();
    story.ask(
      "a",
      0,
      "on utilise Redis pour le cache. finalement on garde Postgres pour les comptes. utilise des UUID v7 partout au lieu des entiers. no, not Celery: use a cron job",
    );
    story.ask(
      "a",
      2,
      "forget Kafka, NATS is enough. let's not use ORMs, raw SQL only. use pnpm instead of npm from now on. Let's switch to vitest. I decided against GraphQL, REST is enough for us.",
    );
    story.stop("a", 3, "I will use ISO 4217 codes for the currencies.");
    const decided = story.cli(["decisions", "--all"], 4);
    for (const choice of [
      "Redis pour le cache",
      "Postgres pour les comptes",
      "UUID v7",
      "cron job",
      "NATS",
      "raw SQL",
      "pnpm",
      "vitest",
      "REST",
      "ISO 4217 codes for the currencies",
    ])
      expect(decided).toMatch(new RegExp(`● ${choice}$`, "m"));
    for (const rejected of ["entiers", "Celery", "Kafka", "ORMs", "npm", "GraphQL"])
      expect(decided).toMatch(new RegExp(`✗ ${rejected}$`, "m"));
  });

  test("all obstacles and next steps, as codes", () => {
    const story = new Story();
    story.ask(
      "a",
      0,
      "it is unclear which storage format to use. we need ollama running before that works. there is an issue with the payment sandbox. the staging database is down so I cannot test. on attend que les ops ouvrent le port 443. next: add a mutex",
    );
    story.stop("a", 1, "The worker is not written yet.\n\nNext: write the docs");
    const codes = story.cli(["inject", "--style", "codes"], 2).split("\n");
    expect(codes).toEqual(
      expect.arrayContaining([
        "block:said:unclear-which-storage-format-to-use",
        "block:said:need-ollama-running-before-that-works",
        "block:said:an-issue-with-the-payment-sandbox",
        "block:said:the-staging-database-is-down",
        "block:said:on-attend-que-les-ops-ouvrent-le-port-443",
        "next:add-a-mutex",
        "next:The-worker-is-not-written-yet",
        "next:write-the-docs",
      ]),
    );
  });

  test("the option that was chosen, and the title of the plan that was accepted", () => {
    const story = new Story();
    const question = "Which cache should the cart use?";
    const options = [{ label: "Redis" }, { label: "Memcached" }];
    const plan = "# Cache the cart\n\n1. Add the client\n2. Cache the totals";
    story.ask("a", 0, "Speed up the cart");
    for (const call of [
      {
        tool_name: "AskUserQuestion",
        tool_input: { questions: [{ question, options, multiSelect: false }] },
        tool_response: { answers: { [question]: "Redis" } },
      },
      { tool_name: "ExitPlanMode", tool_input: { plan }, tool_response: { plan, isAgent: false } },
    ])
      story.stage.hook("PostToolUse", "a", call);
    story.stop("a", 3, "The client is added.");
    const told = story.start("b", 8);
    expect(told).toMatch(/^Decided: .*Redis/m);
    expect(told).toContain("Which cache should the cart use?");
    expect(told).toContain('"Cache the cart"');
    expect(repeatedIn(told)).toEqual([]);
  });

  test("the open tasks of a summary, also by a later session", () => {
    const story = new Story();
    story.ask("a", 0, "Make the shop take several currencies. Let's use integer cents because floats drift.");
    story.compact(
      "a",
      3,
      "<analysis>\nThe user asked for currencies.\n</analysis>\n\n<summary>\n1. Primary Request and Intent:\n   Several currencies.\n\n7. Pending Tasks:\n   - Round the yen to whole numbers\n   - Translate the symbols\n</summary>",
    );
    const own = story.stage.told("SessionStart", "a", { source: "compact" });
    for (const told of [own, story.start("b", 20)]) {
      expect(told).toMatch(/Round (?:the )?yen to whole numbers/);
      expect(told).toMatch(/Translate (?:the )?symbols/);
      expect(told).toContain("Decided: integer cents (floats drift)");
      expect(told).not.toContain("analysis");
    }
  });
});

describe("nothing is told", () => {
  test("of what was quoted, logged or pasted, as if the person had said it", () => {
    const story = new Story();
    story.ask(
      "a",
      0,
      "What is wrong here?\n```\n12:00:01 decision: use replica 2\nblocked by the firewall rule\n// we decided to use Kafka instead of RabbitMQ\nnpm ERR! Test failed\n```\n> let's use Mongo for the sessions\n\nThe reviewer wrote \"we'll use Elm for the admin page\" in a mail.",
    );
    story.stop("a", 1, "The replica lags.");
    story.ask(
      "a",
      2,
      "Implement the following plan:\n\n# Plan: Cache the cart\n\n## Decisions\n- We decided to use Redis instead of Memcached\n\n## Changes\n\n### 1. Add the client\n\nNever touch legacy.ts. We are blocked by the review.\n\n### 2. Read through it\n\nNext: document it",
    );
    story.stop("a", 3, "The client is added, reading is missing.");
    expect(story.json(["decisions", "--all"], 4).lines).toEqual([]);
    const told = story.start("b", 8);
    expect(told).toContain('Thread: "Cache the cart"');
    expect(told).not.toMatch(/^(?:Decided|Blocked|Rules|Failing|Next): /m);
    expect(told).not.toMatch(/replica 2|firewall|Kafka|Mongo/);
    expect(repeatedIn(told)).toEqual([]);
  });

  test("with a prompt of what the prompt itself says", () => {
    const story = new Story();
    story.ask("a", 0, "Write the invoice page");
    story.start("b", 5);
    expect(story.ask("b", 5, "Never mock the database in tests.")).toBe("");
    expect(story.ask("b", 7, "Never mock the database in tests, please")).toBe("");
    expect(story.ask("c", 9, "Test the invoices against the database")).toContain("Never mock the database");
  });

  test.each([
    ["by the way, what is a semaphore?", "A semaphore lets several threads in, up to a count.", "semaphore"],
    [
      "What is the difference between a mutex and a semaphore?",
      "A mutex lets one thread in. A semaphore lets several threads in, up to a count.",
      "thread",
    ],
    [
      "au fait, quelle est la différence entre un mutex et un sémaphore ?",
      "Un mutex laisse entrer un seul fil. Un sémaphore en laisse entrer plusieurs.",
      "mutex laisse",
    ],
  ])("of the answer to %j", (question, answer, word) => {
    const story = new Story();
    story.session("a", 0, "Write the invoice page", ["src/invoice.ts"], "The page shows the net total.");
    story.ask("b", 4, question);
    story.stop("b", 5, answer);
    const told = story.start("c", 12);
    expect(told).toContain("The page shows the net total");
    expect(told).not.toContain(word);
  });

  test("of a question beside the work, but of its answer if that names code", () => {
    const story = new Story();
    story.session("a", 0, "Write the invoice page", ["src/invoice.ts"], "The page shows the net total.");
    story.ask("a", 4, "by the way, where is the tax rate read?");
    story.stop("a", 5, "The tax rate is read in `src/rate.ts` at startup.");
    expect(story.start("b", 12)).toContain("src/rate.ts");
  });

  test.each([
    [
      "The footer should be green",
      "Understood: the footer is green instead of blue. I'll change it later.",
      "footer is green instead",
    ],
    [
      "Rename the helper, but not now",
      "Understood: the helper is renamed once the tests are stable, I'll change it later.",
      undefined,
    ],
    [
      "Le pied de page doit être vert, mais pas maintenant",
      "Compris : le pied de page est vert. Je le changerai plus tard.",
      "page est vert",
    ],
  ])("as done after %j, if the agent only repeats it or puts it off", (prompt, closing, repeated) => {
    const story = new Story();
    story.ask("a", 0, prompt);
    story.edit("a", 1, "src/page.ts");
    story.stop("a", 2, closing);
    const told = story.start("b", 8);
    expect(told).not.toMatch(/^(?:Done|Fait): /m);
    expect(told).toMatch(/^(?:Next|Ensuite): .*(?:later|plus tard)/m);
    if (repeated !== undefined) expect(told).not.toContain(repeated);
  });
});
