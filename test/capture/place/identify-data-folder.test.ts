import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { identifyProject } from "../../../src/capture/place/identify-project.js";
import { git, projectRoom, withoutGit } from "./project-room.js";

let { top, home, folder, repository, clone, idOf } = projectRoom();
beforeEach(() => {
  ({ top, home, folder, repository, clone, idOf } = projectRoom());
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
    // On a slow machine, too, it does not grow old meanwhile.
    const renew = () => utimesSync(lock, Date.now() / 1_000 + 1.9, Date.now() / 1_000 + 1.9);
    renew();
    const id = idOf(folder("app"));
    renew();
    expect(idOf(join(top, "app"), withoutGit)).toBe(id);
    expect(existsSync(lock)).toBe(true);
    // Long ago, or made before the clock was set back.
    for (const [name, time] of [
      ["other", 1],
      ["another", Date.now() / 1_000 + 3_600],
    ] as const) {
      writeFileSync(lock, "");
      utimesSync(lock, time, time);
      idOf(folder(name));
      expect(existsSync(lock)).toBe(false);
    }
  });

  it.each([[""], ["relative"], ["/nowhere/at/all"], ["/tmp/a\0b"]])(
    "gives the place %j an id all the same",
    (cwd) => {
      expect(idOf(cwd)).toMatch(/^p[0-9a-f]{16}$/);
      expect(idOf(cwd)).toBe(idOf(cwd));
    },
  );
});
