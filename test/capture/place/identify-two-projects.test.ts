import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { git, projectRoom, withoutGit } from "./project-room.js";

let { top, folder, repository, clone, idOf } = projectRoom();
beforeEach(() => {
  ({ top, folder, repository, clone, idOf } = projectRoom());
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
