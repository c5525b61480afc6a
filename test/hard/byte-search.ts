import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Where some bytes were found: in a file, in its name, or in an object of a git repository. */
export interface Hit {
  readonly where: string;
  readonly text: string;
}

/** Searches every byte below a folder: files as they are and unpacked, their names, and all objects of repositories. */
export function searchBytes(folder: string, texts: readonly string[]): Hit[] {
  const needles = texts.map((text) => ({ text, forms: formsOf(text) }));
  const hits: Hit[] = [];
  const look = (where: string, bytes: Buffer) => {
    for (const { text, forms } of needles)
      if (forms.some((form) => bytes.includes(form))) hits.push({ where, text });
  };
  walk(folder, (path) => {
    look(`name of ${path}`, Buffer.from(basename(path)));
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      if (isRepository(path)) look(`objects of ${path}`, objectsOf(path));
      return;
    }
    if (!stat?.isFile()) return;
    const bytes = readFileSync(path);
    look(path, bytes);
    if (path.endsWith(".gz")) look(`inside of ${path}`, gunzipSync(bytes));
  });
  return hits;
}

/** As it is, as JSON escapes it, and in the other encoding that files have. */
function formsOf(text: string): Buffer[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(escaped).slice(1, -1);
  return [...new Set([text, escaped, twice])].flatMap((form) => [
    Buffer.from(form),
    Buffer.from(form, "utf16le"),
  ]);
}

function walk(path: string, visit: (path: string) => void): void {
  visit(path);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(path)) walk(join(path, name), visit);
}

function isRepository(path: string): boolean {
  return existsSync(join(path, "objects")) && existsSync(join(path, "HEAD"));
}

/** Loose and packed, whether anything leads to them or not. */
function objectsOf(repository: string): Buffer {
  const { stdout, status, stderr } = spawnSync(
    "git",
    ["--git-dir", repository, "cat-file", "--batch-all-objects", "--batch"],
    { maxBuffer: 1 << 30 },
  );
  if (status !== 0) throw new Error(`git cat-file: ${stderr}`);
  return stdout;
}
