import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const SKIPPED = new Set(["node_modules", "dist", ".git", ".changeset", "fixture"]);
const MAX_README_BYTES = 9_000;
const MAX_WORDS = 70;
/** Set by the build, or by one process of ours for another. */
const INTERNAL = new Set(
  ["BUILD", "VERSION", "INSIDE", "RESUME", "TRIAL_HOME", "CHECKPOINT_WANTED", "LOOK_AT"].map(
    (name) => `TIDEMARK_${name}`,
  ),
);

const pages = filesIn(root, ".md").map((path) => relative(root, path));

describe.each(pages)("%s", (page) => {
  const prose = read(page).replace(/^```.*?^```/gms, "");

  test("links only to what is there", () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target));
    expect(links.filter((target) => !leads(page, target))).toEqual([]);
  });

  test("names only functions that are there", () => {
    const named = [...prose.matchAll(/`(\w+)` in (?:\[[^\]]*\]\(([^)]+)\)|`([\w./-]+\.ts)`)/g)];
    const lost = named.filter(([, name = "", link, path = ""]) => {
      const file = join(root, dirname(page), link ?? path);
      return existsSync(file) && !new RegExp(`\\b${name}\\b`).test(readFileSync(file, "utf8"));
    });
    expect(lost.map(([whole]) => whole)).toEqual([]);
  });

  test("names only paths that are there", () => {
    const paths = [...prose.matchAll(/`((?:src|test|tool|bench|docs|example)\/[\w./-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    // A page beside the code names the files beside it.
    const beside = page.startsWith("src/") ? [...prose.matchAll(/(?<!\[)`([\w./-]+(?:\.ts|\/))`/g)] : [];
    const missing = [
      ...paths.filter((path) => !existsSync(join(root, path))),
      ...beside.map(([, path = ""]) => path).filter((path) => !existsSync(join(root, dirname(page), path))),
    ];
    expect(missing).toEqual([]);
  });
});

test("the README is short, and its first screen names the three ways to begin", () => {
  expect(statSync(join(root, "README.md")).size).toBeLessThanOrEqual(MAX_README_BYTES);
  const [, begin = ""] = /```sh\n(.*?)```/s.exec(read("README.md")) ?? [];
  const commands = begin.split("\n").flatMap((line) => line.split("#")[0]?.trim() || []);
  expect(commands).toEqual(["npx tidemark init", "npm start", "npm test"]);
});

test("the glossary is short, and explains each word once", () => {
  const words = [...read("CONTEXT.md").matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, word]) => word);
  expect(words.length).toBeGreaterThan(40);
  expect(words.length).toBeLessThanOrEqual(MAX_WORDS);
  expect(words).toEqual([...new Set(words)]);
});

test("the reference names every variable that a person may set, and no other", () => {
  const used = filesIn(join(root, "src"), ".ts").flatMap((path) => variablesIn(readFileSync(path, "utf8")));
  const named = variablesIn(read("docs/reference/environment.md"));
  expect(new Set(named)).toEqual(new Set(used.filter((name) => !INTERNAL.has(name))));
});

function variablesIn(text: string): string[] {
  return text.match(/\bTIDEMARK_[A-Z_]+/g) ?? [];
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path, ending);
      return entry.name.endsWith(ending) ? [path] : [];
    });
}

function read(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** Whether a link leads to a file, and to a heading of it if it names one. */
function leads(page: string, target: string): boolean {
  const [path = "", heading] = target.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return false;
  return heading === undefined || headingsOf(file).includes(heading);
}

/** The anchors that GitHub makes of headings. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
