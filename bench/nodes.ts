import { execFileSync } from "node:child_process";
import { installNode } from "../tool/install-node.mjs";

/** A Node to measure with, and its version. */
export interface NodeBinary {
  readonly path: string;
  readonly version: string;
  readonly sqlite: "node:sqlite" | "libsql";
}

/** Those named by path, or the running Node and one of each major version asked for. */
export function findNodes(paths: readonly string[], majors: readonly string[]): NodeBinary[] {
  if (paths.length > 0) return paths.map(inspect);
  const asked = majors.map((major) => installNode(process.cwd(), major));
  return [...new Set([process.execPath, ...asked])].map(inspect);
}

function inspect(path: string): NodeBinary {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return { path, version, sqlite: major > 22 || (major === 22 && minor >= 13) ? "node:sqlite" : "libsql" };
}
