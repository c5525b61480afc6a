import { defineConfig } from "vitest/config";
import { Table } from "./test/hard/table.js";

export default defineConfig({
  test: {
    include: ["test/hard/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    reporters: ["default", new Table()],
  },
});
