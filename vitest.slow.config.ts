import { defineConfig } from "vitest/config";
import { seedOfRun } from "./test/seed.js";
import { Skipped } from "./test/skipped.js";
import { SLOW, SMOKE } from "./vitest.config.js";

export default defineConfig({
  test: {
    reporters: ["default", new Skipped()],
    include: [`${SLOW}/*.test.ts`],
    exclude: SMOKE,
    env: { TIDEMARK_SEED: seedOfRun() },
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
