import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Checkpoint } from "../../src/checkpoint/checkpoint.js";
import { type Restored, restoreFiles } from "../../src/checkpoint/restore/restore.js";
import { type Taken, type TakeRequest, takeCheckpoint } from "../../src/checkpoint/take/take.js";

/** A real work tree, a data folder of its own, and what a test looks at. */
export class WorkTree {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-tree-")));
  readonly home = join(this.folder, "data");
  readonly root = join(this.folder, "photo-box");
  readonly env = {
    PATH: process.env["PATH"],
    HOME: this.folder,
    GIT_CONFIG_GLOBAL: join(this.folder, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  #clock = 1_000_000;

  constructor({ isGit = true } = {}) {
    mkdirSync(this.root);
    if (isGit) this.git("init", "-q", "-b", "main");
  }

  git(...args: string[]): string {
    return this.gitIn(".", ...args);
  }

  gitIn(folder: string, ...args: string[]): string {
    const who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"];
    return execFileSync("git", [...who, ...args], {
      ...{ cwd: join(this.root, folder), env: this.env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    });
  }

  commit(): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", "work");
  }

  write(path: string, content: string | Buffer, mode?: number): void {
    const full = join(this.root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    if (mode !== undefined) chmodSync(full, mode);
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    symlinkSync(target, join(this.root, path));
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  /** Everything but git's own folders: path, type, permissions, bytes. */
  files(root = this.root): Record<string, string> {
    const found: Record<string, string> = {};
    walk(root, Buffer.alloc(0), (path, line) => {
      found[path] = line;
    });
    return found;
  }

  try(wish: Partial<TakeRequest> = {}): Taken {
    this.#clock += 1_000;
    return takeCheckpoint({
      ...{ home: this.home, env: this.env, project: "photo-box", root: this.root },
      ...{ session: "s1", agent: "claude", reason: "hand", now: this.#clock, wait: 5_000 },
      ...wish,
    });
  }

  take(wish: Partial<TakeRequest> = {}): Checkpoint {
    const taken = this.try(wish);
    if (taken.is !== "taken") throw new Error(JSON.stringify(taken));
    return taken.checkpoint;
  }

  restore(checkpoint: Checkpoint, paths?: readonly string[]): Restored & { readonly present: Checkpoint } {
    const present = this.take({ reason: "restore" });
    return { ...this.bringBack(checkpoint, present, paths), present };
  }

  bringBack(
    checkpoint: Checkpoint,
    present: Checkpoint,
    paths?: readonly string[],
    before?: Checkpoint,
  ): Restored {
    return restoreFiles({
      ...this.asking(checkpoint, paths),
      present,
      ...(before !== undefined && { before }),
    });
  }

  asking(checkpoint: Checkpoint, paths?: readonly string[]) {
    const { home, env, root } = this;
    return { home, env, project: "photo-box", root, checkpoint, ...(paths !== undefined && { paths }) };
  }

  leave(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Every file of a folder with its bytes and its time, to show that nothing in it was touched. */
export function everyByte(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const stat = lstatSync(path, { bigint: true });
    const bytes = entry.isFile()
      ? digest(readFileSync(path))
      : entry.isSymbolicLink()
        ? readlinkSync(path)
        : "";
    found[path] = `${stat.mode} ${stat.mtimeNs} ${bytes}`;
  }
  return found;
}

function walk(root: string, path: Buffer, tell: (path: string, line: string) => void): void {
  const full = Buffer.concat([Buffer.from(`${root}/`), path]);
  for (const name of readdirSync(full, { encoding: "buffer" })) {
    if (name.toString() === ".git") continue;
    const inner = path.length === 0 ? name : Buffer.concat([path, Buffer.from("/"), name]);
    const place = Buffer.concat([Buffer.from(`${root}/`), inner]);
    const stat = lstatSync(place);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isDirectory()) walk(root, inner, tell);
    else if (stat.isSymbolicLink()) tell(inner.toString("latin1"), `link ${readlinkSync(place)}`);
    else if (stat.isFile()) tell(inner.toString("latin1"), `file ${mode} ${digest(readFileSync(place))}`);
    else tell(inner.toString("latin1"), "other");
  }
}

function digest(bytes: Buffer): string {
  return `${bytes.length}:${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}
