// Runs the fast suite on other versions of Node. The npm package `node` brings their binaries.
//   npm run test:nodes            20 and the newest
//   npm run test:nodes -- all     20, 22, 24 and 26
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root, say } from "./place.mjs";

const ALL = ["20", "22", "24", "26"];
const asked = process.argv.slice(2);
const majors = asked.length === 0 ? ["20", "26"] : asked.includes("all") ? ALL : asked;
const running = process.versions.node.split(".")[0];

let failed = false;
for (const major of majors) {
  const node = major === running ? process.execPath : install(major);
  say(
    `\n── the fast suite on Node ${major} (${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()})`,
  );
  const { status } = spawnSync(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run"], {
    cwd: root,
    stdio: "inherit",
    // Child processes of the tests find the same Node first.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);

function install(major) {
  const folder = join(root, "node_modules", ".cache", "tidemark-nodes", major);
  const node = join(
    folder,
    "node_modules",
    "node",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(node)) return node;
  say(`installing node@${major} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = [
    "install",
    `node@${major}`,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--allow-scripts=node",
  ];
  const { status } = spawnSync("npm", args, {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0 || !existsSync(node)) {
    say(`node@${major} could not be installed`);
    process.exit(1);
  }
  return node;
}
