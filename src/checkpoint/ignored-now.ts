import { ignoreRules } from "./ignore-rule.js";
import { innerFolder, rootFolder } from "./kept-folder.js";
import { below, joinNul, splitNul } from "./path.js";
import { git, type Shadow } from "./shadow.js";
import type { TreeChange } from "./tree-change.js";

/** Which of these files the rules that are in the work tree now ignore. */
export function ignoredNow(
  shadow: Shadow,
  home: string,
  root: string,
  files: ReadonlyMap<string, TreeChange>,
): Set<string> {
  const top = rootFolder(root);
  const ignored = new Set<string>();
  for (const path of new Set([...files.values()].map(({ folder }) => folder))) {
    const folder = path === "" ? top : innerFolder(top, path);
    if (folder === undefined || folder === "unnameable") continue;
    const start = path === "" ? 0 : path.length + 1;
    const inside = [...files]
      .filter(([, change]) => change.folder === path)
      .map(([file]) => file.slice(start));
    const { settings } = ignoreRules(shadow, home, folder);
    const args = ["check-ignore", "-z", "--stdin", "--no-index"];
    const ran = git(shadow, args, { workTree: folder.folder, settings, input: joinNul(inside) });
    for (const file of splitNul(ran.output)) ignored.add(below(path, file));
  }
  return ignored;
}
