import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeEach, describe, expect, it } from "vitest";
import { identifyProject, tellPlace } from "../../../src/app/place/identify-project.js";

let top: string;
let home: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "tidemark-project-"));
  home = join(top, "data");
});

const withoutGit = { ...process.env, PATH: "/nowhere" };

function git(cwd: string, ...args: string[]): void {
  const who = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" };
  const env = { ...process.env, ...who, GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
  execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd, env, stdio: "pipe" });
}

function folder(...names: string[]): string {
  const path = join(top, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

function repository(name: string, remote?: string): string {
  const root = folder(name);
  git(root, "init", "-q", "-b", "main");
  git(root, "commit", "-q", "--allow-empty", "-m", `begin ${name}`);
  if (remote !== undefined) git(root, "remote", "add", "origin", remote);
  return root;
}

function clone(from: string, to: string, remote?: string): string {
  git(top, "clone", "-q", from, to);
  const root = join(top, to);
  if (remote !== undefined) git(root, "remote", "set-url", "origin", remote);
  return root;
}

function idOf(cwd: string, env = process.env): string {
  return identifyProject(cwd, home, env).project;
}

describe("one project", () => {
  it("is new once, then known without a process", () => {
    const root = repository("app", "git@h.org:o/app.git");
    const first = identifyProject(root, home, process.env);
    expect(first).toMatchObject({ found: "new", place: { root, branch: "main" } });
    expect(first.learned).toMatchObject({
      id: first.project,
      name: "app",
      remotes: ["h.org/o/app"],
      path: root,
    });
    expect(first.learned?.roots).toHaveLength(1);
    const second = identifyProject(root, home, withoutGit);
    expect(second).toEqual({ project: first.project, place: first.place, found: "known" });
  });

  it("is learned by who writes it down, not by who only looked before", () => {
    const root = repository("app");
    const looked = identifyProject(root, home, process.env, true);
    expect(identifyProject(root, home, process.env, true)).toEqual({ ...looked, found: "known" });
    const { learned } = identifyProject(root, home, process.env);
    expect(learned).toMatchObject({ name: "app", path: root });
    expect(identifyProject(root, home, withoutGit, true)).not.toHaveProperty("learned");

    const other = repository("other");
    const { place } = identifyProject(other, home, process.env, true);
    tellPlace(home, place);
    expect(identifyProject(other, home, withoutGit)).not.toHaveProperty("learned");
  });

  it("is every subfolder and linked worktree of a repository", () => {
    const root = repository("app");
    git(root, "worktree", "add", "-q", join(top, "tree"));
    const id = idOf(root);
    expect(idOf(folder("app", "deep", "er"), withoutGit)).toBe(id);
    expect(identifyProject(join(top, "tree"), home, withoutGit)).toMatchObject({
      project: id,
      found: "known",
      place: { root: join(top, "tree"), branch: "tree" },
    });
  });

  it("is a clone that was moved or renamed, with or without commits", () => {
    const root = repository("app");
    const empty = folder("empty");
    git(empty, "init", "-q");
    const ids = [idOf(root), idOf(empty)];
    renameSync(root, join(top, "renamed"));
    mkdirSync(join(top, "elsewhere"));
    renameSync(empty, join(top, "elsewhere", "moved"));
    expect([idOf(join(top, "renamed")), idOf(join(top, "elsewhere", "moved"))]).toEqual(ids);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("is a second clone, also a shallow one", () => {
    const url = "https://h.org/o/app";
    const root = repository("app", url);
    git(root, "commit", "-q", "--allow-empty", "-m", "two");
    const id = idOf(root);
    expect(idOf(clone(root, "again", url))).toBe(id);
    git(top, "clone", "-q", "--depth", "1", `file://${root}`, "thin");
    git(join(top, "thin"), "remote", "set-url", "origin", url);
    expect(idOf(join(top, "thin"))).toBe(id);
  });

  it("is the same on a machine that knows nothing of this one", () => {
    const root = repository("app", "git@h.org:o/app.git");
    const other = clone(root, "other", "https://me:secret@h.org/o/app.git");
    const there = identifyProject(other, join(top, "data of another"), process.env);
    expect(there.project).toBe(idOf(root));
    expect(JSON.stringify(there)).not.toContain("secret");
  });

  it("stays one from init through the first commit to a remote", () => {
    const root = folder("app");
    git(root, "init", "-q");
    const begun = identifyProject(root, home, process.env);
    expect(begun.learned?.roots).toEqual([]);
    expect(identifyProject(root, home, process.env).learned).toBeUndefined();
    git(root, "commit", "-q", "--allow-empty", "-m", "one");
    const committed = identifyProject(root, home, process.env);
    expect(committed.learned?.roots).toHaveLength(1);
    git(root, "remote", "add", "origin", "https://h.org/o/app");
    const shared = identifyProject(root, home, process.env);
    expect(shared.learned?.remotes).toEqual(["h.org/o/app"]);
    expect(identifyProject(root, home, process.env).learned).toBeUndefined();
    renameSync(root, join(top, "moved"));
    const ids = [begun, committed, shared, identifyProject(join(top, "moved"), home, process.env)];
    expect(new Set(ids.map((one) => one.project)).size).toBe(1);
    expect(idOf(clone(join(top, "moved"), "again", "https://h.org/o/app"))).toBe(begun.project);
  });

  it("stays one when a plain folder is put under git", () => {
    const root = folder("app");
    const id = idOf(root);
    git(root, "init", "-q");
    git(root, "commit", "-q", "--allow-empty", "-m", "one");
    expect(idOf(root)).toBe(id);
  });

  it("is a work tree that has lost its git folder, a linked one too, and what is made anew at its path", () => {
    const root = repository("app", "https://h.org/o/app");
    const id = idOf(root);
    git(root, "worktree", "add", "-q", join(top, "tree"));
    expect(idOf(join(top, "tree"), withoutGit)).toBe(id);
    rmSync(join(top, "tree", ".git"));
    expect(idOf(join(top, "tree"), withoutGit)).toBe(id);
    rmSync(join(root, ".git"), { recursive: true });
    const lost = identifyProject(root, home, withoutGit);
    expect(lost).toMatchObject({ project: id, found: "known", place: { root }, learned: { name: "app" } });
    expect(identifyProject(root, home, withoutGit)).toEqual({ project: id, found: "known", place: { root } });
    rmSync(root, { recursive: true });
    expect(idOf(folder("app"), withoutGit)).toBe(id);
  });

  it("is every folder in a work tree that has lost its git folder, by whatever name", () => {
    const root = repository("app");
    const id = idOf(root);
    folder("app", "deep", "er");
    symlinkSync(root, join(top, "link"));
    rmSync(join(root, ".git"), { recursive: true });
    for (const name of ["app", "link"]) {
      const met = { project: id, place: { root: join(top, name) } };
      expect(identifyProject(join(top, name, "deep", "er"), home, withoutGit)).toMatchObject(met);
      expect(identifyProject(join(top, name, "deep", "er"), home, withoutGit)).toMatchObject(met);
    }
  });

  it("is a lost git folder's also where only an older list, or none, knows of it", () => {
    for (const name of ["older", "none"]) {
      const root = repository(name);
      const id = idOf(root);
      const file = join(home, "project.json");
      const { projects } = JSON.parse(readFileSync(file, "utf8"));
      for (const project of projects) delete project.trees;
      if (name === "older") writeFileSync(file, JSON.stringify({ projects }));
      else rmSync(file);
      rmSync(join(root, ".git"), { recursive: true });
      expect(idOf(root)).toBe(id);
    }
  });

  it("is reached through a link as well", () => {
    const root = repository("app");
    const plain = folder("plain");
    symlinkSync(root, join(top, "link"));
    symlinkSync(plain, join(top, "other link"));
    expect(idOf(join(top, "link"))).toBe(idOf(root));
    expect(idOf(join(top, "other link"))).toBe(idOf(plain));
  });
});

describe("two projects", () => {
  it("are folders of one name at two places", () => {
    expect(idOf(folder("a", "app"))).not.toBe(idOf(folder("b", "app")));
    expect(idOf(repository("c"))).not.toBe(idOf(repository("d")));
  });

  it("are a template and what was begun from it under another remote", () => {
    const template = repository("template", "https://h.org/o/template");
    const ids = [
      template,
      clone(template, "one", "https://h.org/c/one"),
      clone(template, "two", "https://h.org/c/two"),
    ];
    expect(new Set(ids.map((root) => idOf(root))).size).toBe(3);
  });

  it("are what was deleted and what was cloned to its path", () => {
    const other = repository("other");
    const root = repository("app");
    const id = idOf(root);
    rmSync(root, { recursive: true });
    expect(idOf(clone(other, "app"))).not.toBe(id);
    rmSync(root, { recursive: true });
    git(top, "init", "-q", "app");
    const begun = idOf(root);
    expect(begun).not.toBe(id);
    git(root, "commit", "-q", "--allow-empty", "-m", "another beginning");
    expect(idOf(root)).toBe(begun);
  });

  it("are a repository and its submodule", () => {
    const part = repository("part", "https://h.org/o/part");
    const root = repository("app");
    git(root, "submodule", "--quiet", "add", part, "lib");
    git(join(root, "lib"), "remote", "set-url", "origin", "https://h.org/o/part");
    const id = idOf(root);
    expect(idOf(join(root, "lib"))).not.toBe(id);
    expect(idOf(part)).toBe(idOf(join(root, "lib")));
    expect(idOf(root, withoutGit)).toBe(id);
  });

  it("are a plain folder and a repository in it", () => {
    const id = idOf(folder("work"));
    expect(idOf(folder("work", "notes"))).toBe(id);
    expect(idOf(repository("work/app"))).not.toBe(id);
  });
});

describe("plain folders", () => {
  it("hold their subfolders, and the outermost known one wins", () => {
    const outer = identifyProject(folder("work"), home, process.env);
    const inner = identifyProject(folder("work", "a", "b"), home, process.env);
    expect(inner).toMatchObject({ project: outer.project, found: "known", learned: { name: "work" } });
    expect(identifyProject(join(top, "work", "a", "b"), home, process.env).learned).toBeUndefined();
    expect(idOf(folder("work", "a"))).toBe(outer.project);
    expect(idOf(folder("workshop"))).not.toBe(outer.project);
  });

  it("are not held by home, a temporary root or the filesystem's", () => {
    const env = { ...process.env, HOME: folder("home"), TMPDIR: `${folder("temp")}/` };
    const wide = [join(top, "home"), join(top, "temp"), "/"].map((path) => idOf(path, env));
    const below = [folder("home", "app"), folder("temp", "app")].map((path) => idOf(path, env));
    expect(new Set([...wide, ...below]).size).toBe(5);
  });

  it("are not held by a repository somebody put into the temporary root", () => {
    const env = { ...process.env, TMPDIR: repository("temp") };
    const below = identifyProject(folder("temp", "app"), home, env);
    expect(below.place).toEqual({ root: join(top, "temp", "app") });
    expect(below.project).not.toBe(idOf(join(top, "temp"), env));
  });

  it("keep their project through an id file, moved or copied to another machine", () => {
    const root = folder("app");
    writeFileSync(join(root, ".tidemark-id"), `tidemark-project ${"0f".repeat(16)}\n`);
    const id = idOf(root);
    cpSync(root, join(top, "copy"), { recursive: true });
    expect(idOf(join(top, "copy"))).toBe(id);
    expect(identifyProject(join(top, "copy"), join(top, "other data"), process.env).project).toBe(id);
  });

  it("learn an id file that comes later, and heed none that is malformed, a link, or in a repository", () => {
    const root = folder("app");
    const id = idOf(root);
    const text = `tidemark-project ${"0e".repeat(16)}\n`;
    writeFileSync(join(root, ".tidemark-id"), text);
    cpSync(root, join(top, "copy"), { recursive: true });
    expect([idOf(root), idOf(join(top, "copy"))]).toEqual([id, id]);
    symlinkSync(join(root, ".tidemark-id"), join(folder("linked"), ".tidemark-id"));
    writeFileSync(join(folder("bad"), ".tidemark-id"), `${text}more`);
    writeFileSync(join(repository("repo"), ".tidemark-id"), text);
    for (const name of ["linked", "bad", "repo"]) expect(idOf(join(top, name))).not.toBe(id);
  });

  it("are remembered when renamed, and by path when made anew", () => {
    const root = folder("app");
    const id = idOf(root);
    renameSync(root, join(top, "renamed"));
    expect(idOf(join(top, "renamed"))).toBe(id);
    expect(idOf(folder("app"))).not.toBe(id);
    const other = idOf(folder("other"));
    rmSync(join(top, "other"), { recursive: true });
    expect(idOf(folder("other"))).toBe(other);
  });
});

describe("the data folder", () => {
  it("is private, without leftovers", () => {
    idOf(repository("app"));
    const modes = ["place", "project.json"].map((name) => lstatSync(join(home, name)).mode & 0o777);
    if (process.platform !== "win32") expect(modes).toEqual([0o700, 0o600]);
    expect(readdirSync(home).sort()).toEqual(["place", "project.json"]);
    expect(readdirSync(join(home, "place"))).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.json$/)]);
  });

  it.each([["{"], [""], ["null"], ["[]"], ['{"projects":7}'], ['{"projects":[7,{"id":"x"},null]}']])(
    "is rebuilt when the list says %j",
    (text) => {
      const root = folder("app");
      git(root, "init", "-q");
      const id = idOf(root);
      git(root, "commit", "-q", "--allow-empty", "-m", "one");
      writeFileSync(join(home, "project.json"), text);
      expect(idOf(root)).toBe(id);
      expect(JSON.parse(readFileSync(join(home, "project.json"), "utf8")).projects).toHaveLength(1);
    },
  );

  it("finds a moved clone again after the list was lost", () => {
    const root = folder("app");
    git(root, "init", "-q");
    const id = idOf(root);
    git(root, "commit", "-q", "--allow-empty", "-m", "one");
    idOf(root);
    rmSync(join(home, "project.json"));
    expect(idOf(clone(root, "again"))).toBe(id);
  });

  it("is not believed where a place file is broken or of another", () => {
    const root = repository("app");
    const id = idOf(root);
    const file = join(home, "place", readdirSync(join(home, "place"))[0] ?? "");
    const good = JSON.parse(readFileSync(file, "utf8"));
    const bad = [
      { ...good, id: "../../x" },
      { ...good, path: "/other" },
      { ...good, birth: 1 },
      { ...good, inode: "1" },
    ];
    for (const text of ["", "{", "7", ...bad.map((one) => JSON.stringify(one))]) {
      writeFileSync(file, text);
      expect(identifyProject(root, home, process.env)).toMatchObject({ project: id, learned: { id } });
    }
  });

  it("is not left through links", () => {
    const root = repository("app");
    const outside = folder("outside");
    mkdirSync(home, { mode: 0o700 });
    symlinkSync(outside, join(home, "place"));
    writeFileSync(join(top, "list"), "keep me");
    symlinkSync(join(top, "list"), join(home, "project.json"));
    const { project } = identifyProject(root, home, process.env);
    expect(readdirSync(outside)).toEqual([]);
    expect(readFileSync(join(top, "list"), "utf8")).toBe("keep me");
    expect(idOf(root)).toBe(project);
  });

  it("may be missing, a file, or closed: the id is the same", () => {
    const root = repository("app");
    const id = idOf(root);
    writeFileSync(join(top, "file"), "");
    const closed = folder("closed");
    chmodSync(closed, 0o500);
    for (const path of [join(top, "file"), join(top, "file", "below"), closed, "/dev/null/x", "a\0b"]) {
      expect(identifyProject(root, path, process.env)).toMatchObject({ project: id, found: "new" });
    }
  });

  it("is not shut by a lock whose owner was killed", () => {
    mkdirSync(home, { mode: 0o700 });
    const lock = join(home, "project.lock");
    writeFileSync(lock, "");
    const started = performance.now();
    const id = idOf(folder("app"));
    expect(performance.now() - started).toBeLessThan(1000);
    expect(idOf(join(top, "app"), withoutGit)).toBe(id);
    expect(existsSync(lock)).toBe(true);
    utimesSync(lock, 1, 1);
    idOf(folder("other"));
    expect(existsSync(lock)).toBe(false);
  });

  it.each([[""], ["relative"], ["/nowhere/at/all"], ["/tmp/a\0b"]])(
    "gives the place %j an id all the same",
    (cwd) => {
      expect(idOf(cwd)).toMatch(/^p[0-9a-f]{16}$/);
      expect(idOf(cwd)).toBe(idOf(cwd));
    },
  );
});

describe("a hook process", () => {
  it("loads no child_process on the fast path, and many at once lose nothing", {
    timeout: 120_000,
  }, async () => {
    const bundle = join(top, "identify.cjs");
    const entry = join(import.meta.dirname, "../../../src/app/place/identify-project.ts");
    await build({ entryPoints: [entry], outfile: bundle, bundle: true, platform: "node", format: "cjs" });
    const roots = Array.from({ length: 12 }, (_, index) => {
      const root = folder(`app${index}`);
      git(root, "init", "-q");
      return root;
    });
    const run = `const before = new Set(process.moduleLoadList);
      const { project } = require(process.argv[1]).identifyProject(process.argv[2], process.argv[3], process.env);
      const loaded = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ") && !before.has(name));
      process.stdout.write(JSON.stringify({ project, loaded }));`;
    const hook = (root: string) =>
      new Promise<{ project: string; loaded: string[] }>((done) => {
        const child = spawn(process.execPath, ["-e", run, bundle, root, home], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        let text = "";
        child.stdout.on("data", (part) => {
          text += part;
        });
        child.on("close", () => done(JSON.parse(text)));
      });
    const first = await Promise.all([...roots, ...roots].map(hook));
    const ids = first.slice(0, 12).map((one) => one.project);
    expect(first.slice(12).map((one) => one.project)).toEqual(ids);
    expect(new Set(ids).size).toBe(12);
    const { projects } = JSON.parse(readFileSync(join(home, "project.json"), "utf8"));
    expect(projects.map((project: { id: string }) => project.id).sort()).toEqual([...ids].sort());
    expect(existsSync(join(home, "project.lock"))).toBe(false);
    expect(readdirSync(home).sort()).toEqual(["place", "project.json"]);
    expect(await hook(roots[0] ?? "")).toEqual({ project: ids[0], loaded: ["NativeModule os"] });
  });
});
