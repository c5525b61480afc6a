import { defineConfig } from "vitest/config";
import { seedOfRun } from "./test/seed.js";

/** What starts many of the built programs has a slower command, `npm run test:slow`, apart from these. */
export const SLOW = "test/e2e/**";
export const SMOKE = ["test/e2e/hook.test.ts", "test/e2e/cli.test.ts", "test/e2e/scenario/new-session.test.ts"];

export default defineConfig({
  test: {
    env: { TIDEMARK_SEED: seedOfRun() },
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/real/**", "test/hard/**", SLOW],
          // A process for each of some hundred files, each of which loads the same modules, takes longer than the tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: "smoke", include: SMOKE } },
    ],
  },
});
