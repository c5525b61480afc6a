import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

/** All that stands below a folder, with what is in it; two that are equal are the same byte for byte. */
export function fileTree(root: string): { [path: string]: string } {
  const entries = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    entries.map((entry) => [relative(root, join(root, entry)), told(join(root, entry))]),
  );
}

function told(path: string): string {
  const stat = lstatSync(path);
  const mode = (stat.mode & 0o777).toString(8);
  if (stat.isDirectory()) return `folder ${mode}`;
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return `file ${mode} ${readFileSync(path).toString("base64")}`;
}
