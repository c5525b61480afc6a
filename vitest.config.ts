import { defineConfig } from "vitest/config";
import { seedOfRun } from "./test/seed.js";
import { Skipped } from "./test/skipped.js";

const E2E = "test/e2e/**/*.test.ts";
const SMOKE = ["test/e2e/hook.test.ts", "test/e2e/cli.test.ts", "test/e2e/scenario/new-session.test.ts"];

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
          exclude: ["test/real/**", "test/hard/**", E2E],
          // A fresh process for each file would load the same modules some hundred times.
          isolate: false,
        },
      },
      { extends: true, test: { name: "smoke", include: SMOKE } },
      // Starts built programs some thousand times: `npm test` leaves it out, `npm run test:slow` runs it.
      { extends: true, test: { name: "slow", include: [E2E], exclude: SMOKE } },
    ],
  },
});
