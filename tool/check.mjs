// Everything that is checked without running the product: format, lint, types, dead code, package.
import { spawnSync } from "node:child_process";
import { root, say } from "./place.mjs";

const STEPS = [
  ["format and lint", "biome", ["check", "--error-on-warnings"]],
  ["types", "tsc", ["-p", "tsconfig.json"]],
  ["types of the examples", "tsc", ["-p", "example/tsconfig.json"]],
  [
    "import direction and documents",
    "vitest",
    ["run", "test/import-direction.test.ts", "test/docs.test.ts", "test/pin"],
  ],
  ["dead code", "knip", []],
  ["package", "publint", ["--strict"]],
];

spawnSync(process.execPath, ["tool/ready.mjs"], { cwd: root, stdio: "inherit" });
const failed = STEPS.filter(([name, program, args]) => {
  say(`\n── ${name}`);
  const { status } = spawnSync("npx", ["--no-install", program, ...args], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return status !== 0;
});
if (failed.length > 0) {
  say(`\nnot good: ${failed.map(([name]) => name).join(", ")}`);
  process.exit(1);
}
say("\nall good");
