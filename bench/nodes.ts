import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** A Node to measure with, and its version. */
export interface NodeBinary {
  readonly path: string;
  readonly version: string;
  readonly sqlite: "node:sqlite" | "libsql";
}

/** Those named by path, or the running Node and one of each major version asked for. */
export function findNodes(paths: readonly string[], majors: readonly string[]): NodeBinary[] {
  if (paths.length > 0) return paths.map(inspect);
  const own = process.versions.node.split(".")[0];
  return [process.execPath, ...majors.filter((major) => major !== own).map(installed)].map(inspect);
}

function inspect(path: string): NodeBinary {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return { path, version, sqlite: major > 22 || (major === 22 && minor >= 13) ? "node:sqlite" : "libsql" };
}

/**
 * Node's npm package fetches its binary in an install script. The package with the binary itself is asked for here,
 * so that it works where scripts are off.
 */
function installed(major: string): string {
  if (!/^\d{1,3}$/.test(major)) throw new Error(`"${major}" is no major version of Node`);
  const folder = join(process.cwd(), "node_modules", ".cache", "tidemark-nodes", major);
  const isWindows = process.platform === "win32";
  const binary = join(folder, "node_modules", `node${major}`, "bin", isWindows ? "node.exe" : "node");
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  console.error(`installing Node ${major} …`);
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const args = ["install", "--prefix", folder, ...options, `node${major}@npm:${platformPackage()}@${major}`];
  execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"], shell: isWindows });
  return binary;
}

function platformPackage(): string {
  if (process.platform === "win32") return `node-win-${process.arch === "ia32" ? "x86" : process.arch}`;
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${process.platform}-${process.arch}`;
}
