import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { readPlaceNote } from "../../../src/capture/place/place-note.js";
import { identify } from "../../../src/hook/answer.js";
import type { Env } from "../../../src/host/env.js";
import { here } from "../../../src/project/here.js";
import { git } from "./project-room.js";

/** Git folders to copy: one without a commit, two with histories of their own. */
const kinds = ["empty", "one", "two"] as const;
let store: string;
beforeAll(() => {
  store = mkdtempSync(join(tmpdir(), "tidemark-git-"));
  for (const kind of kinds) {
    const root = join(store, kind);
    mkdirSync(root);
    git(root, "init", "-q", "-b", "main");
    if (kind !== "empty") git(root, "commit", "-q", "--allow-empty", "-m", kind);
  }
});

/** One folder to which things happen, and the memory that two ways lead to. */
class World {
  readonly top = mkdtempSync(join(tmpdir(), "tidemark-agree-"));
  readonly home = join(this.top, "data");
  readonly #aside = join(this.top, "aside");
  #name = "a";

  constructor() {
    mkdirSync(join(this.folder, "sub"), { recursive: true });
  }

  get folder(): string {
    return join(this.top, this.#name);
  }

  removeGit(): void {
    rmSync(join(this.folder, ".git"), { recursive: true, force: true });
  }

  takeGitAway(): void {
    if (!existsSync(join(this.folder, ".git"))) return;
    rmSync(this.#aside, { recursive: true, force: true });
    renameSync(join(this.folder, ".git"), this.#aside);
  }

  putGitBack(): void {
    if (!existsSync(this.#aside)) return;
    this.removeGit();
    renameSync(this.#aside, join(this.folder, ".git"));
  }

  begin(kind: (typeof kinds)[number]): void {
    this.removeGit();
    cpSync(join(store, kind, ".git"), join(this.folder, ".git"), { recursive: true });
  }

  move(): void {
    const from = this.folder;
    this.#name = this.#name === "a" ? "b" : "a";
    rmSync(this.folder, { recursive: true, force: true });
    renameSync(from, this.folder);
  }

  /** Goes on at the other path, and leaves what is here. */
  leave(): void {
    this.#name = this.#name === "a" ? "b" : "a";
    mkdirSync(join(this.folder, "sub"), { recursive: true });
  }

  remake(): void {
    rmSync(this.folder, { recursive: true });
    mkdirSync(join(this.folder, "sub"), { recursive: true });
  }

  hook(cwd: string, isCertain: boolean, home = this.home) {
    const closeness = { isCertain, withHead: false };
    const { project, place } =
      readPlaceNote(home, cwd, closeness) ?? identify(cwd, home, { ...process.env, TIDEMARK_HOME: home });
    return { project, root: place.root };
  }

  cli(cwd: string, home = this.home) {
    const env: Env = { ...process.env, TIDEMARK_HOME: home };
    const { project, place } = here(env, cwd);
    return { project, root: place.root };
  }

  /** What both would say now, each of the same memory, which neither changes. */
  ask(cwd: string, isCertain: boolean) {
    const homes = ["for the hook", "for the command"].map((name) => join(this.top, name));
    for (const copy of homes) {
      rmSync(copy, { recursive: true, force: true });
      if (existsSync(this.home)) cpSync(this.home, copy, { recursive: true, preserveTimestamps: true });
    }
    const [forHook = "", forCli = ""] = homes;
    return { hook: this.hook(cwd, isCertain, forHook), cli: this.cli(cwd, forCli) };
  }
}

const steps: Record<string, (world: World) => void> = {
  "remove .git": (world) => world.removeGit(),
  "take .git away": (world) => world.takeGitAway(),
  "put .git back": (world) => world.putGitBack(),
  "begin anew": (world) => world.begin("empty"),
  "begin one": (world) => world.begin("one"),
  "begin two": (world) => world.begin("two"),
  "begin inside": (world) =>
    cpSync(join(store, "two", ".git"), join(world.folder, "sub", ".git"), { recursive: true }),
  move: (world) => world.move(),
  leave: (world) => world.leave(),
  remake: (world) => world.remake(),
  "hook starts": (world) => world.hook(world.folder, true),
  hook: (world) => world.hook(world.folder, false),
  "hook below": (world) => world.hook(join(world.folder, "sub"), false),
  cli: (world) => world.cli(world.folder),
  "cli below": (world) => world.cli(join(world.folder, "sub")),
};

describe("hooks and commands", () => {
  it("come to the same project, whatever happens to a folder and whoever looks", { timeout: 300_000 }, () => {
    const names = Object.keys(steps);
    // Looking is as likely as all else together.
    const step = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom(...names.filter((name) => /^(?:hook|cli)/.test(name))),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), fc.boolean(), (taken, isCertain) => {
        const world = new World();
        try {
          for (const name of taken) {
            steps[name]?.(world);
            for (const cwd of [world.folder, join(world.folder, "sub")]) {
              const { hook, cli } = world.ask(cwd, isCertain);
              expect(hook).toEqual(cli);
            }
          }
        } finally {
          rmSync(world.top, { recursive: true, force: true });
        }
      }),
      { numRuns: Number(process.env["TIDEMARK_RUNS"] ?? 20) },
    );
  });

  it("stay with the project while .git is away, and after it is back", () => {
    const world = new World();
    world.begin("one");
    const before = world.hook(world.folder, true);
    world.takeGitAway();
    expect(world.ask(world.folder, false)).toEqual({ hook: before, cli: before });
    expect(world.hook(world.folder, false)).toEqual(before);
    const below = join(world.folder, "sub");
    expect(world.hook(below, false)).toEqual(before);
    expect(world.cli(below)).toEqual(before);
    world.putGitBack();
    expect(world.ask(world.folder, false)).toEqual({ hook: before, cli: before });
    expect(world.ask(below, true)).toEqual({ hook: before, cli: before });
  });

  it("see another repository at the path in the middle of a session", () => {
    const world = new World();
    world.begin("one");
    const before = world.hook(world.folder, true);
    world.begin("two");
    const { hook, cli } = world.ask(world.folder, false);
    expect(hook).toEqual(cli);
    expect(hook.project).not.toBe(before.project);
  });
});
