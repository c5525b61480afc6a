import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/hard/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
