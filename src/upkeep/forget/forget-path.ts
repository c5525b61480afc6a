import { FORGOTTEN, type Wording } from "./erase-message.js";
import { escapePattern } from "./eraser.js";

/** How a file or folder of a project is named: by its path from the top of it, or by where it is on this machine. */
export function pathWording(path: string, roots: readonly string[]): Wording {
  const names = [path, ...roots.map((root) => `${root.replace(/\/+$/, "")}/${path}`)];
  const spelled = names.map(escapePattern).join("|");
  // Not as the end of another path, nor as the start of a longer name; with all that is below a folder.
  const find = new RegExp(
    `(?<![\\w./~-])(?:\\./)?(?:${spelled})(?:/[^\\s"'\`<>|;:,)\\]}]*)?(?![\\w-]|\\.\\w)`,
    "g",
  );
  return {
    needle: new RegExp(escapePattern(JSON.stringify(path).slice(1, -1))),
    replace: (text) => text.replace(find, FORGOTTEN),
    isIn: (text) => text.search(find) !== -1,
  };
}
