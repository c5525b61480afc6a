import { expect, test } from "vitest";
import { readPlan } from "../../../src/text/prose/plan.js";

test.each([
  [
    "numbered headings",
    "# Implementation Plan: Faster cart\n## Problem\n1. It is slow\n## Changes\n### 1. Cache it\n1. read\n2. write\n### 2. Measure it ✅ DONE\n### 3. Document it\n## Verification\n1. `npm test`",
    { title: "Faster cart", steps: ["Cache it", "Document it"] },
  ],
  [
    "steps as headings",
    "# Faster cart\n\n## Step 1: Cache it\n- in `cart.ts`\n\n## Step 2: Measure it\n",
    { title: "Faster cart", steps: ["Cache it", "Measure it"] },
  ],
  [
    "a list below a title",
    "# Faster cart\n## Background\n- old\n## Implementation order\n1. **Cache it**\n   - in `cart.ts`\n2. Measure it\n## Risks\n- none",
    { title: "Faster cart", steps: ["Cache it", "Measure it"] },
  ],
  [
    "a list alone",
    "Faster cart\n\n1. Cache it\n2. Measure it",
    { title: "Faster cart", steps: ["Cache it", "Measure it"] },
  ],
  [
    "code that looks like a title",
    "# Faster cart\n## Changes\n```sh\n# install\n1. not a step\n```\n- Cache it\n- Measure it",
    { title: "Faster cart", steps: ["Cache it", "Measure it"] },
  ],
  ["prose", "# Faster cart\n\nJust cache it.", { title: "Faster cart", steps: [] }],
  ["nothing", "", { title: "", steps: [] }],
])("reads a plan with %s", (_, text, plan) => {
  expect(readPlan(text)).toEqual(plan);
});

test("keeps twelve steps", () => {
  const text = `# Much\n${Array.from({ length: 30 }, (_, n) => `${n + 1}. Change part ${n + 1}`).join("\n")}`;
  expect(readPlan(text).steps).toHaveLength(12);
});
