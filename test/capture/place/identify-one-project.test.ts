import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { identifyProject, markPlaceRecorded } from "../../../src/capture/place/identify-project.js";
import { git, projectRoom, withoutGit } from "./project-room.js";

let { top, home, folder, repository, clone, idOf } = projectRoom();
beforeEach(() => {
  ({ top, home, folder, repository, clone, idOf } = projectRoom());
});

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
    markPlaceRecorded(home, place);
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
