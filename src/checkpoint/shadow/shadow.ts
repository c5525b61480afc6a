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
import { checkpointFolder, type Keeping } from "./keeping.js";

/** The shadow repository of a project, ready to be used by who holds its lock. */
export interface Shadow {
  readonly keeping: Keeping;
  readonly env: Env;
}

/** Something in the shadow repository is broken; what is thrown away heals it. */
export class ShadowDamage extends Error {}

export function secureKeeping(home: string, keeping: Keeping): void {
  for (const folder of [home, checkpointFolder(home), keeping.folder, keeping.points]) secureFolder(folder);
}

/** Makes the repository where there is none. One that is none any more is set aside, never removed. */
export function openShadow(keeping: Keeping, env: Env): Shadow {
  const shadow = { keeping, env };
  if (existsSync(keeping.git) && !looksWhole(keeping.git)) setAside(shadow);
  if (!existsSync(keeping.git)) create(shadow);
  return shadow;
}

export function git(
  shadow: Shadow,
  args: readonly string[],
  options: ShadowOptions & GitPlace = {},
): ShadowRan {
  const { workTree, index } = options;
  const ran = runShadow(
    {
      gitDir: shadow.keeping.git,
      env: shadow.env,
      ...(workTree !== undefined && { workTree }),
      ...(index !== undefined && { index }),
    },
    args,
    options,
  );
  if (ran.isMissing) throw unableToKeep("git is not installed, and checkpoints are kept with it");
  return ran;
}

export interface GitPlace {
  readonly workTree?: string;
  readonly index?: string;
}

/** Whether git itself can still read the repository. */
export function isRepository(shadow: Shadow): boolean {
  return git(shadow, ["rev-parse", "--is-bare-repository"]).ok;
}

/** A repository that cannot be read any more is kept beside the new one, for whoever wants to look into it. */
export function setAside({ keeping }: Shadow): void {
  let place = `${keeping.git}.damaged`;
  for (let n = 2; existsSync(place); n += 1) place = `${keeping.git}.damaged-${n}`;
  renameSync(keeping.git, place);
  dropIndexes(keeping);
}

/** Indexes are made anew from the files: only the next checkpoint is slower. */
export function dropIndexes({ folder }: Keeping): void {
  for (const name of readdirSync(folder)) {
    if (/^(?:index|restore|forget|modes)-/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

export function unableToKeep(why: string): TidemarkError {
  return new TidemarkError("checkpoint-failed", `No checkpoint can be made: ${why}.`);
}

/** Writes one of git's small files if it says something else. */
export function writeInfo({ git: folder }: Keeping, name: string, content: string | Buffer): void {
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
    return false; // Something of it is missing or unreadable.
  }
}

function create(shadow: Shadow): void {
  const { keeping } = shadow;
  // Made elsewhere and moved: there is never half a repository.
  const making = `${keeping.git}.making`;
  rmSync(making, { recursive: true, force: true });
  const args = ["init", "-q", "--bare", "--template=", "--object-format=sha1", "--shared=0600", making];
  const ran = runShadow({ gitDir: making, env: shadow.env }, args);
  if (ran.isMissing) throw unableToKeep("git is not installed, and checkpoints are kept with it");
  if (!ran.ok) throw unableToKeep(ran.error || "git could not make a repository for them");
  mkdirSync(join(making, "info"), { recursive: true, mode: 0o700 });
  // Wins over every .gitattributes: bytes are kept as they are, and no filter is ever started.
  const exact = "* -text -crlf -filter -ident -eol -working-tree-encoding\n";
  appendFileSync(join(making, "info", "attributes"), exact, { mode: 0o600 });
  renameSync(making, keeping.git);
}
