import { defineConfig } from "vitest/config";
import { seedOfRun } from "./test/seed.js";
import { Skipped } from "./test/skipped.js";

/** These suites start many built programs, so `npm run test:slow` runs them, except for a few that smoke out the worst. */
export const SLOW = "test/e2e/**";
export const SMOKE = [
  "test/e2e/hook.test.ts",
  "test/e2e/cli.test.ts",
  "test/e2e/scenario/new-session.test.ts",
];

export default defineConfig({
  test: {
    reporters: ["default", new Skipped()],
    env: { TIDEMARK_SEED: seedOfRun() },
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/real/**", "test/hard/**", SLOW],
          // A fresh process for each file would load the same modules some hundred times.
          isolate: false,
        },
      },
      { extends: true, test: { name: "smoke", include: SMOKE } },
    ],
  },
});
