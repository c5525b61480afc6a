import { cpSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { identifyProject } from "../../../src/capture/place/identify-project.js";
import { projectRoom } from "./project-room.js";

let { top, home, folder, repository, idOf } = projectRoom();
beforeEach(() => {
  ({ top, home, folder, repository, idOf } = projectRoom());
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
