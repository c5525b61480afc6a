import { expect, test } from "vitest";
import { statementsInSummary } from "../../../src/text/prose/summary.js";

test("reads where the work stands from an agent's summary", () => {
  const summary = `1. Primary Request and Intent:
   The user wants a faster cart.

6. All user messages:
   - "never touch the legacy folder"

7. Pending Tasks:
   - Add the expiry to the cart cache
   - Measure it on staging

8. Current Work:
   Was adding the client in \`cart.ts\`. The tests pass. They ran twice.
   - \`cart.ts\`: done

9. Optional Next Step:
   Add the expiry, as the user asked: "and let it expire".
`;
  expect(statementsInSummary(summary)).toEqual([
    { heading: "Pending Tasks", label: "next", isBullet: true, text: "Add the expiry to the cart cache" },
    { heading: "Pending Tasks", label: "next", isBullet: true, text: "Measure it on staging" },
    { heading: "Current Work", label: "fact", isBullet: false, text: "Was adding the client in `cart.ts`." },
    { heading: "Current Work", label: "fact", isBullet: false, text: "The tests pass." },
    {
      heading: "Optional Next Step",
      label: "next",
      isBullet: false,
      text: 'Add the expiry, as the user asked: "and let it expire".',
    },
  ]);
});

test("reads decisions and next steps of a summary in Markdown", () => {
  const summary =
    "## Key decisions\n- Redis holds the cart\n\n## Files\n- cart.ts\n\n**Next steps**\n1. Document the cache\n2. Ship it soon";
  expect(statementsInSummary(summary).map(({ label, text }) => [label, text])).toEqual([
    ["decision", "Redis holds the cart"],
    ["next", "Document the cache"],
    ["next", "Ship it soon"],
  ]);
});

test("finds nothing where nothing is left", () => {
  expect(statementsInSummary("7. Pending Tasks:\n   - None.\n   - No explicit tasks remain.\n")).toEqual([]);
});

test("keeps eight statements", () => {
  const items = Array.from({ length: 9 }, (_, n) => `- Change part number ${n}`).join("\n");
  const summary = ["Pending tasks", "Next steps", "Key decisions"]
    .map((title) => `## ${title}\n${items}`)
    .join("\n");
  expect(statementsInSummary(summary)).toHaveLength(8);
});
