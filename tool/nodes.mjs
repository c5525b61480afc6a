// Runs the fast and the slow suite on other versions of Node.
//   npm run test:nodes            20 and the newest, but for the one that runs this: `npm test` is for that; what
//                                 leans on Node itself
//   npm run test:nodes -- all     20, 22, 24 and 26, everything
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { installNode } from "./install-node.mjs";
import { root, say } from "./place.mjs";

const ALL = ["20", "22", "24", "26"];
const asked = process.argv.slice(2);
const here = process.versions.node.split(".", 1)[0];
const usual = ["20", "26"].filter((major) => major !== here);
// What the others tell is the same on every Node: these lean on its files, processes, SQLite and modules.
const DOORS = ["hook", "cli", "checkpoint-hook", "mcp"].map((name) => `test/e2e/${name}.test.ts`);
const ROOMS = ["host", "model", "journal", "checkpoint", "setup", "upkeep", "agent", "mcp", "pin"].map(
  (name) => `test/${name}/`,
);
const chosen = asked.length === 0 ? [...ROOMS, ...DOORS] : [];
const majors = asked.length === 0 ? usual : asked.includes("all") ? ALL : asked;

const failed = majors.filter((major) => {
  const node = installNode(root, major);
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  say(`\n── Node ${stdout.trim()}`);
  const { status } = spawnSync(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...chosen], {
    cwd: root,
    stdio: "inherit",
    // Child processes of the tests find the same Node first.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  return status !== 0;
});
if (failed.length > 0) say(`\nfailed on Node ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);
