// Other versions of Node, from the npm registry, in a cache folder.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The binary of a major version. Node's npm package fetches it in an install script; the package with the binary itself
 * is asked for here, so that it works where scripts are off.
 * @param {string} root the folder with node_modules
 * @param {string} major
 * @returns {string}
 */
export function installNode(root, major) {
  if (!/^\d{1,3}$/.test(major)) throw new Error(`"${major}" is no major version of Node`);
  if (major === process.versions.node.split(".")[0]) return process.execPath;
  const folder = join(root, "node_modules", ".cache", "tidemark-nodes", major);
  const isWindows = process.platform === "win32";
  const binary = join(folder, "node_modules", `node${major}`, "bin", isWindows ? "node.exe" : "node");
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`installing Node ${major} …\n`);
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const args = ["install", "--prefix", folder, ...options, `node${major}@npm:${platformPackage()}@${major}`];
  execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"], shell: isWindows });
  return binary;
}

function platformPackage() {
  if (process.platform === "win32") return `node-win-${process.arch === "ia32" ? "x86" : process.arch}`;
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${process.platform}-${process.arch}`;
}
