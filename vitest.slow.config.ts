import { defineConfig } from "vitest/config";
import { seedOfRun } from "./test/seed.js";
import { SLOW, SMOKE } from "./vitest.config.js";

export default defineConfig({
  test: {
    include: [`${SLOW}/*.test.ts`],
    exclude: SMOKE,
    env: { TIDEMARK_SEED: seedOfRun() },
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
