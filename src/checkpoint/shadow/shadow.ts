import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { secureFolder } from "../../host/file/folder.js";
import { runShadow, type ShadowOptions, type ShadowRan } from "../../host/git/git-shadow.js";
import { type CheckpointStorage, checkpointFolder } from "./storage.js";

/** The shadow repository of a project. The caller holds its lock. */
export interface Shadow {
  readonly storage: CheckpointStorage;
  readonly env: Env;
}

/** Something in the shadow repository is broken. Removing it repairs the repository. */
export class ShadowDamage extends Error {}

export function secureStorage(home: string, storage: CheckpointStorage): void {
  for (const folder of [home, checkpointFolder(home), storage.folder, storage.points]) secureFolder(folder);
}

/** Creates the repository if there is none. A broken one is set aside, never removed. */
export function openShadow(storage: CheckpointStorage, env: Env): Shadow {
  const shadow = { storage, env };
  if (existsSync(storage.git) && !looksWhole(storage.git)) setAside(shadow);
  if (!existsSync(storage.git)) create(shadow);
  return shadow;
}

export function git(
  shadow: Shadow,
  args: readonly string[],
  options: ShadowOptions & { readonly workTree?: string; readonly index?: string } = {},
): ShadowRan {
  const { workTree, index } = options;
  const ran = runShadow({ gitDir: shadow.storage.git, env: shadow.env, workTree, index }, args, options);
  if (ran.isMissing) throw unableToKeep("git is not installed, and checkpoints are kept with it");
  return ran;
}

/** Whether git itself can still read the repository. */
export function isRepository(shadow: Shadow): boolean {
  return git(shadow, ["rev-parse", "--is-bare-repository"]).ok;
}

/** Keeps a broken repository beside the new one, so that somebody can look into it. */
export function setAside({ storage }: Shadow): void {
  let place = `${storage.git}.damaged`;
  for (let n = 2; existsSync(place); n += 1) place = `${storage.git}.damaged-${n}`;
  renameSync(storage.git, place);
  dropIndexes(storage);
}

/** Removes the indexes. They are rebuilt from the files, which slows the next checkpoint down. */
export function dropIndexes({ folder }: CheckpointStorage): void {
  for (const name of readdirSync(folder)) {
    if (/^(?:index|restore|forget|modes)-/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

export function unableToKeep(why: string): TidemarkError {
  return new TidemarkError("checkpoint-failed", `No checkpoint can be made: ${why}.`);
}

/** Writes one of git's small files if its content differs. */
export function writeInfo({ git: folder }: CheckpointStorage, name: string, content: string | Buffer): void {
  const path = join(folder, "info", name);
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  writeFileSync(path, bytes, { mode: 0o600 });
}

function looksWhole(folder: string): boolean {
  const isFolder = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory();
  try {
    const hasHead = readFileSync(join(folder, "HEAD"), "utf8").startsWith("ref: ");
    const hasConfig = readFileSync(join(folder, "config"), "utf8").includes("repositoryformatversion");
    return hasHead && hasConfig && isFolder("objects") === true && isFolder("refs") === true;
  } catch {
    return false;
  }
}

function create(shadow: Shadow): void {
  const { storage } = shadow;
  // Created elsewhere and moved, so that there is never half a repository.
  const making = `${storage.git}.making`;
  rmSync(making, { recursive: true, force: true });
  const args = ["init", "-q", "--bare", "--template=", "--object-format=sha1", "--shared=0600", making];
  const ran = runShadow({ gitDir: making, env: shadow.env }, args);
  if (ran.isMissing) throw unableToKeep("git is not installed, and checkpoints are kept with it");
  if (!ran.ok) throw unableToKeep(ran.error || "git could not make a repository for them");
  mkdirSync(join(making, "info"), { recursive: true, mode: 0o700 });
  // Overrides every .gitattributes: bytes are kept as they are, and no filter is ever started.
  const exact = "* -text -crlf -filter -ident -eol -working-tree-encoding\n";
  appendFileSync(join(making, "info", "attributes"), exact, { mode: 0o600 });
  renameSync(making, storage.git);
}
