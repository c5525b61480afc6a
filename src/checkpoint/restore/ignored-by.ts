import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eachFile } from "../shadow/object.js";
import { below, fullPath, joinNul, splitNul } from "../shadow/path.js";
import { git, type Shadow } from "../shadow/shadow.js";
import type { TreeChange } from "../shadow/tree.js";
import { ignoreRules, innerFolder, rootFolder } from "../take/kept-folder.js";

/** `.gitignore` files by path from the root, with the ids of their objects. */
export type Rules = ReadonlyMap<string, string>;

export function isRule(path: string): boolean {
  return /(?:^|\/)\.gitignore$/.test(path);
}

/** Finds the files that these `.gitignore` files would ignore, written to our folder so that a dry run can ask. */
export function ignoredBy(
  shadow: Shadow,
  { home, root }: { readonly home: string; readonly root: string },
  rules: Rules,
  files: ReadonlyMap<string, TreeChange>,
): Set<string> {
  const top = rootFolder(root);
  const ignored = new Set<string>();
  const place = join(shadow.storage.folder, RULES_FOLDER);
  try {
    writeRules(shadow, place, rules);
    for (const path of new Set([...files.values()].map(({ folder }) => folder))) {
      const folder = path === "" ? top : innerFolder(top, path);
      if (folder === undefined || folder === "unnameable") continue;
      const start = path === "" ? 0 : path.length + 1;
      const inside = [...files]
        .filter(([, change]) => change.folder === path)
        .map(([file]) => file.slice(start));
      const { settings } = ignoreRules(shadow, home, folder);
      const workTree = fullPath(place, path).toString();
      mkdirSync(workTree, { recursive: true, mode: 0o700 });
      const args = ["check-ignore", "-z", "--stdin", "--no-index"];
      const ran = git(shadow, args, { workTree, settings, input: joinNul(inside) });
      for (const file of splitNul(ran.output)) ignored.add(below(path, file));
    }
    return ignored;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The folder with the rules. A killed process leaves it behind. */
export const RULES_FOLDER = "rules";

function writeRules(shadow: Shadow, place: string, rules: Rules): void {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o700 });
  eachFile(shadow, rules, (path, bytes) => {
    const folder = dirname(path) === "." ? "" : dirname(path);
    mkdirSync(fullPath(place, folder), { recursive: true, mode: 0o700 });
    writeFileSync(fullPath(place, path), bytes, { mode: 0o600 });
  });
}
