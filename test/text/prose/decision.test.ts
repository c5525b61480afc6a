import { describe, expect, test } from "vitest";
import { decisionsIn } from "../../../src/text/prose/decision.js";

describe("decisions that a text states", () => {
  test.each([
    [
      "Let us use a two-step migration instead of one big script, because rollbacks must stay possible.",
      "two-step migration",
      ["one big script"],
      "rollbacks must stay possible",
    ],
    [
      "let's use SQLite instead of Postgres because it needs no server",
      "SQLite",
      ["Postgres"],
      "it needs no server",
    ],
    ["We decided to store sessions as JSON lines.", "store sessions as JSON lines", [], undefined],
    ["We've decided to use pnpm, since npm is slow here", "pnpm", [], "npm is slow here"],
    ["Decision: one journal file a day", "one journal file a day", [], undefined],
    ["**Decision:** keep the public API as it is", "keep the public API as it is", [], undefined],
    [
      "ok, let's go with a token bucket rather than a fixed window",
      "token bucket",
      ["fixed window"],
      undefined,
    ],
    ["use `fetch` instead of axios", "fetch", ["axios"], undefined],
    [
      "the hosts won't run Elixir, so let's use Go for the relay",
      "Go for the relay",
      [],
      "the hosts won't run Elixir",
    ],
    [
      "Let's use Go for the relay, the hosts don't run Elixir.",
      "Go for the relay",
      [],
      "the hosts don't run Elixir",
    ],
    [
      "les hôtes ne veulent pas d'Elixir, donc on utilise Go pour le relais",
      "Go pour le relais",
      [],
      "les hôtes ne veulent pas d'Elixir",
    ],
    ["no, let's stick with vitest", "vitest", [], undefined],
    ["I went with a rename over a copy because it is atomic.", "rename", ["copy"], "it is atomic"],
    ["We'll use HTTP polling, not websockets", "HTTP polling", ["websockets"], undefined],
    ["Go with the streaming parser", "streaming parser", [], undefined],
    ["I chose Redis over Kafka or NATS for the queue", "Redis", ["Kafka", "NATS"], undefined],
    ["We agreed on semantic versioning to avoid surprises", "semantic versioning", [], "surprises"],
    ["Used a map instead of a list because lookups dominate.", "map", ["list"], "lookups dominate"],
    [
      "let's keep the old parser instead of the generated one",
      "keep the old parser",
      ["generated one"],
      undefined,
    ],
    [
      "On part sur SQLite plutôt que Postgres car c'est plus simple",
      "SQLite",
      ["Postgres"],
      "c'est plus simple",
    ],
    ["on a choisi Vue plutôt que React", "Vue", ["React"], undefined],
    [
      "J'ai opté pour un cache en mémoire parce que le disque est lent.",
      "cache en mémoire",
      [],
      "le disque est lent",
    ],
    ["Nous avons décidé d'utiliser des migrations SQL", "migrations SQL", [], undefined],
    ["on a décidé de garder l'ancienne API", "garder l'ancienne API", [], undefined],
    ["Décision : un seul fichier de configuration", "un seul fichier de configuration", [], undefined],
    ["utilise pnpm au lieu de npm", "pnpm", ["npm"], undefined],
    ["on utilise des jetons signés, pas de sessions", "jetons signés", ["sessions"], undefined],
    ["always use pnpm instead of npm in this repo", "pnpm", ["npm"], undefined],
    ["use tabs not spaces", "tabs", ["spaces"], undefined],
    ["lets go with postgres", "postgres", [], undefined],
    ["we decided not to migrate the old rows", "not to migrate the old rows", [], undefined],
    ["Decided: a queue; rejected: cron", "a queue", ["cron"], undefined],
    ["We settled on gRPC over HTTP/2 rather than REST.", "gRPC over HTTP/2", ["REST"], undefined],
    ["On a décidé que les tests sont en vitest", "les tests sont en vitest", [], undefined],
    ["On utilise PostgreSQL et pas MySQL", "PostgreSQL", ["MySQL"], undefined],
    ["We decided against Redis because it needs a server", "not Redis", ["Redis"], "it needs a server"],
    ["ok let's not use a queue", "not queue", ["queue"], undefined],
    ["The upload now uses streams instead of buffers.", "The upload uses streams", ["buffers"], undefined],
    ["on a décidé de ne pas utiliser Docker", "pas Docker", ["Docker"], undefined],
    [
      "le parseur utilise désormais un automate au lieu d'une regex",
      "le parseur utilise un automate",
      ["regex"],
      undefined,
    ],
    ["partons sur une file d’attente", "file d'attente", [], undefined],
  ])("%j", (text, choice, rejected, reason) => {
    expect(decisionsIn(text)).toEqual([
      reason === undefined ? { choice, rejected } : { choice, reason, rejected },
    ]);
  });

  test("a reason and what was rejected may follow in sentences of their own", () => {
    expect(
      decisionsIn("Decision: gzip for old days. Reason: every runtime has it. Rejected: zstd, brotli"),
    ).toEqual([
      { choice: "gzip for old days", reason: "every runtime has it", rejected: ["zstd", "brotli"] },
    ]);
  });

  test("the list below a title", () => {
    const text = "## Key decisions\n\n- JSON lines rather than a table\n- Which database?\n\nDone.";
    expect(decisionsIn(text)).toEqual([{ choice: "JSON lines", rejected: ["table"] }]);
  });

  test("several decisions of one text", () => {
    const text = "We decided to use Rust. The rest is open.\n\nOn part sur un monorepo.";
    expect(decisionsIn(text).map(({ choice }) => choice)).toEqual(["Rust", "monorepo"]);
  });

  test.each([
    "should we use SQLite instead of Postgres?",
    "should we decide now",
    "we could go with Redis instead of Kafka",
    "Maybe let's use Redis",
    "I'd go with the second approach",
    "I would use a map instead of a list",
    "If we decided to use Rust, the build would be slower",
    "we haven't decided to use Kafka",
    "We have not decided on a database yet",
    "once we decided on the schema, write the migration",
    "before we decide to use it, measure",
    "I recommend we go with Postgres",
    "Option A: use Redis instead of memory",
    "- use Redis instead of memory\n- use a file",
    "let's go with option 2",
    "let's go with that",
    "`load()` now uses `parse` instead of `eval`",
    "Recommendation: keep it small. Go with the streaming parser",
    '{"decision": "block", "reason": "a secret"}',
    "the hook answers decision: block",
    "go with it",
    "Let's do it",
    "let's add tests",
    "let's use the gh cli to check the PR",
    "I used sed instead of python to edit the file",
    "we will use this later",
    "utilisons le débogueur pour voir la pile",
    "let's continue",
    "use the debugger",
    '"let\'s use Redis" is what he said',
    "```\n// we decided to use Redis instead of memory\n```",
    "> we decided to use Redis",
    "2026-01-01T10:00:00 decision: use replica 2",
    "the function decides to use the cache",
    "why did we decide to use Redis?",
    "Would you like me to use pnpm instead of npm?",
    "on pourrait partir sur Redis",
    "faut-il utiliser Redis plutôt que Kafka ?",
    "si on part sur Redis, il faut un serveur",
    "on n'a pas encore décidé de la base",
    "je propose d'utiliser Redis au lieu de Kafka",
    "et si on utilisait Redis plutôt que Kafka",
    "on part sur ça",
    "peut-être qu'on a choisi trop vite",
    "",
  ])("%j states none", (text) => {
    expect(decisionsIn(text)).toEqual([]);
  });
});
