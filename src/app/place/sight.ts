import type { Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { look } from "../../host/foreign-file.js";

/** What a folder looks like from the outside. */
export interface Sight {
  /** The nearest folder, itself or above, that has something named `.git` in it. */
  readonly top: string | undefined;
  /** Changes when another `.git` is the nearest, and for a plain folder with itself and its id file. */
  readonly text: string;
}

const DEEPEST = 128;

/** As long as it is the same, so is the project. In the top of a work tree it takes one look. */
export function sightOf(cwd: string): Sight {
  let folder = resolve(cwd);
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const git = look(join(folder, ".git"));
    if (git !== undefined) return { top: folder, text: `${spot(git)} ${folder}` };
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return { top: undefined, text: `${spot(look(cwd))} ${change(look(join(cwd, ".tidemark-id")))}` };
}

/** Changes when there may be something to learn of a repository: a remote. */
export function configSight(commonDir: string): string {
  return `${spot(look(commonDir))} ${change(look(join(commonDir, "config")))}`;
}

function spot(stat: Stats | undefined): string {
  return `${stat?.ino}@${stat?.birthtimeMs}`;
}

function change(stat: Stats | undefined): string {
  return `${stat?.mtimeMs}+${stat?.size}`;
}
