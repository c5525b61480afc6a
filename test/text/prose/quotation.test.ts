import { expect, test } from "vitest";
import { readStatements } from "../../../src/model/fold/session/finding.js";
import { conventionsIn } from "../../../src/text/prose/convention.js";

test.each([
  'The docs say "let\'s use Redis for the cache" somewhere.',
  "He wrote “we decided to use Redis for the cache” in the chat.",
  'The ticket reads: "We are blocked by the API key. We still need to write the docs. Forget Redis, memcached is enough."',
  "Le message dit « on part sur Redis pour le cache » en gras.",
  'Print "next: add a mutex to the counter" at the end.',
  "````md\n```\nDecision: Redis\n```\nDecision: Kafka\n````",
  "1. ```bash\n   we decided to use Redis\n   ```",
  "```we decided to use Redis for the cache```",
  "> Blocked by the missing API key\n> Next: write the docs",
  'Show the hint "always run the linter before you commit" in the dialog.',
])("nothing is read from %j", (text) => {
  const { decisions, blocked, next, resolved } = readStatements(text, "agent");
  expect([decisions, blocked, next, resolved, conventionsIn(text)]).toEqual([[], [], [], [], []]);
});

test("a short quotation is a name, and what stands after a fence is read", () => {
  expect(readStatements('use "dim" instead of "muted"', "user").decisions).toMatchObject([
    { choice: '"dim"' },
  ]);
  const after =
    "```\nwe decided to use Kafka\n```\nWe decided to use Redis.\n```ts run()```\nNext: write the docs";
  const { decisions, next } = readStatements(after, "agent");
  expect(decisions.map(({ choice }) => choice)).toEqual(["Redis"]);
  expect(next).toEqual(["write the docs"]);
});
