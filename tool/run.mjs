// Runs a TypeScript file of bench/ against the sources: bundled into a cache folder, then executed with the same arguments.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { root } from "./place.mjs";

const [entry, ...args] = process.argv.slice(2);
const outfile = join(
  root,
  "node_modules",
  ".cache",
  "tidemark",
  `${basename(entry, ".ts")}-${process.pid}.mjs`,
);
mkdirSync(join(outfile, ".."), { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  external: ["libsql", "node:sqlite", "vitest", "fast-check"],
  define: { TIDEMARK_VERSION: JSON.stringify("bench") },
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [outfile, ...args], { stdio: "inherit", cwd: root });
process.exit(status ?? 1);
