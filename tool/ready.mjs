// Makes a fresh clone ready: installs when the lock file changed, builds when a source is newer than the build.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./place.mjs";

const installed = join(root, "node_modules", ".package-lock.json");
if (!existsSync(installed) || newest("package-lock.json") > statSync(installed).mtimeMs) {
  say("installing dependencies …");
  // Not `npm ci`: it insists on optional packages of other platforms, which some registries do not have.
  execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

const built = join(root, "dist", "built");
const sources = Math.max(...["src", "tool", "package.json", "package-lock.json"].map(newest));
if (!existsSync(built) || sources > statSync(built).mtimeMs) {
  say("building …");
  execFileSync(process.execPath, [join(root, "tool", "build.mjs")], { cwd: root, stdio: "inherit" });
}

function newest(name) {
  const path = join(root, name);
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((entry) => newest(join(name, entry))));
}
