import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identify, normaliseRemote, type ProjectFacts } from "../../../src/capture/place/identity.js";
import { type KnownProject, remember } from "../../../src/capture/place/known-project.js";
import { hash64 } from "../../../src/capture/place/path.js";

const R1 = "1".repeat(40);
const R2 = "2".repeat(40);
const X = "git@github.com:org/x.git";
const Y = "https://github.com/org/y";

function git(path: string, facts: Partial<ProjectFacts> = {}): ProjectFacts {
  const inode = `${hash64(path).slice(0, 4)}@5.25`;
  return {
    commonDir: { path: `${path}/.git`, inode },
    folder: { path, inode: `f${inode}` },
    roots: [],
    shallow: false,
    ...facts,
  };
}

function plain(path: string, facts: Partial<ProjectFacts> = {}): ProjectFacts {
  const { folder } = git(path);
  return { folder, roots: [], shallow: false, ...facts };
}

function meet(...all: ProjectFacts[]): { ids: string[]; known: readonly KnownProject[] } {
  let known: readonly KnownProject[] = [];
  const ids: string[] = [];
  for (const facts of all) {
    const { id, project } = identify(facts, known);
    ids.push(id);
    known = remember(known, project);
  }
  return { ids, known };
}

function areOne(...all: ProjectFacts[]): boolean {
  return new Set(meet(...all).ids).size === 1;
}

describe("normaliseRemote", () => {
  it.each([
    ["git@github.com:Org/Repo.git", "github.com/Org/Repo"],
    ["github.com:org/repo", "github.com/org/repo"],
    ["ssh://git@GitHub.com/org/repo.git", "github.com/org/repo"],
    ["ssh://git@github.com:22/org/repo.git/", "github.com/org/repo"],
    ["https://github.com/org/repo", "github.com/org/repo"],
    ["https://github.com:443/org/repo.git", "github.com/org/repo"],
    ["https://user:pa@ss@github.com/org/repo.git", "github.com/org/repo"],
    ["https://ghp_token@github.com/org//repo.git//", "github.com/org/repo"],
    ["https://git.example.com:8443/a/b/c.git", "git.example.com:8443/a/b/c"],
    ["git://host/x.git", "host/x"],
    ["git@host:/srv/git/x.git", "host/srv/git/x"],
    ["ssh://git@[::1]:22/x.git", "[::1]/x"],
    ["  https://h/x  ", "h/x"],
    ["https://h/x?token=1#f", "h/x"],
    ["file:///srv/x.git", undefined],
    ["/srv/x.git", undefined],
    ["../x.git", undefined],
    ["./a:b", undefined],
    ["C:\\src\\x", undefined],
    ["C:/src/x", undefined],
    ["\\\\nas\\x", undefined],
    ["ext::sh -c touch% x", undefined],
    ["https://user:pass/word@host/x", undefined],
    ["https://host/", undefined],
    ["https://host/.git", undefined],
    ["nonsense", undefined],
    ["", undefined],
    ["https://h/x\n", "h/x"],
    ["https://h/x\ny", undefined],
  ])("%j is %j", (url, normal) => {
    expect(normaliseRemote(url)).toBe(normal);
  });

  it("keeps no user, no password and no final slash", () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    fc.assert(
      fc.property(word, word, word, fc.constantFrom("", "/", ".git", ".git/"), (user, host, path, end) => {
        const all = [`https://${user}:SECRET@${host}/${path}${end}`, `${user}@${host}:${path}${end}`];
        for (const url of all) expect(normaliseRemote(url)).toBe(`${host}/${path}`);
      }),
    );
  });
});

describe("identify", () => {
  it("keeps the project of a place while it learns the first commit and a remote", () => {
    const { ids, known } = meet(
      git("/a"),
      git("/a", { roots: [R1] }),
      git("/a", { roots: [R1], remote: X }),
      git("/b", { roots: [R1], remote: X }),
    );
    expect(new Set(ids).size).toBe(1);
    expect(known).toHaveLength(1);
    expect(known[0]).toMatchObject({ roots: [R1], remotes: ["github.com/org/x"] });
    expect(known[0]?.places.map((place) => place.path)).toEqual(["/a/.git", "/b/.git"]);
  });

  it("joins clones by root and remote, whatever the spelling", () => {
    const https = "https://me:pw@github.com/org/x";
    expect(areOne(git("/a", { roots: [R1], remote: X }), git("/b", { roots: [R2, R1], remote: https }))).toBe(
      true,
    );
  });

  it("joins by root where one side has no remote and there is one candidate", () => {
    expect(areOne(git("/a", { roots: [R1] }), git("/b", { roots: [R1], remote: X }))).toBe(true);
    expect(areOne(git("/a", { roots: [R1], remote: X }), git("/b", { roots: [R1] }))).toBe(true);
  });

  it("guesses nothing where there are two candidates", () => {
    const { ids } = meet(
      git("/a", { roots: [R1], remote: X }),
      git("/b", { roots: [R1], remote: Y }),
      git("/c", { roots: [R1] }),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("keeps two projects begun from one template apart", () => {
    expect(areOne(git("/a", { roots: [R1], remote: X }), git("/b", { roots: [R1], remote: Y }))).toBe(false);
  });

  it("takes a local path for no remote at all", () => {
    expect(areOne(git("/a", { roots: [R1], remote: X }), git("/b", { roots: [R1], remote: "/a" }))).toBe(
      true,
    );
  });

  it("takes a shallow clone by its remote, in either order", () => {
    const shallow = git("/a", { roots: [R2], shallow: true, remote: X });
    const full = git("/b", { roots: [R1], remote: X });
    expect(areOne(shallow, full)).toBe(true);
    expect(areOne(full, shallow)).toBe(true);
    expect(meet(shallow).known[0]?.roots).toEqual([]);
    expect(areOne(full, git("/c", { shallow: true, remote: Y }))).toBe(false);
  });

  it("gives another project to what was put at the same path", () => {
    const first = git("/a", { roots: [R1], remote: X });
    const second = {
      ...git("/a", { roots: [R2], remote: Y }),
      commonDir: { path: "/a/.git", inode: "9@9.5" },
    };
    const { ids, known } = meet(first, second, first);
    expect(ids[0]).not.toBe(ids[1]);
    expect(ids[2]).toBe(ids[0]);
    expect(known.flatMap((project) => project.trees.map((tree) => tree.path))).toEqual(["/a"]);
  });

  it("keeps the project of a work tree that has lost its git folder, moved or made anew", () => {
    const lost = plain("/a");
    const moved = { ...plain("/b"), folder: { path: "/b", inode: lost.folder.inode } };
    const anew = { ...lost, folder: { path: "/a", inode: "9@9.5" } };
    for (const facts of [git("/a"), git("/a", { roots: [R1], remote: X })]) {
      for (const now of [lost, moved, anew]) expect(areOne(facts, now, facts)).toBe(true);
    }
    expect(identify(anew, meet(git("/a", { roots: [R1], remote: X })).known).name).toBe("x");
  });

  it("takes what is put under git there anew for another project, and the old git folder for the old one", () => {
    const first = git("/a", { roots: [R1] });
    const begun = { ...git("/a"), commonDir: { path: "/a/.git", inode: "9@9.5" } };
    const { ids } = meet(first, plain("/a"), begun, { ...begun, roots: [R2] }, plain("/a"), first);
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2], ids[0], ids[0]]);
    expect(ids[2]).not.toBe(ids[0]);
    // Nobody met it without a git folder in between: it is what was there last.
    const late = meet(first, { ...begun, roots: [R2] }, plain("/a")).ids;
    expect(late[2]).toBe(late[1]);
  });

  it("lets an id file say more than a git folder that is lost", () => {
    const idFile = "ab".repeat(16);
    const { ids } = meet(git("/a", { roots: [R1] }), plain("/b", { idFile }), plain("/a", { idFile }));
    expect(ids[2]).toBe(ids[1]);
  });

  it("gives a folder to the innermost work tree around it that has lost its git folder", () => {
    const { ids, known } = meet(plain("/w"), git("/w/a", { roots: [R1] }), plain("/w/a/src"), plain("/w/b"));
    expect(ids).toEqual([ids[0], ids[1], ids[1], ids[0]]);
    expect(identify(plain("/w/a/src"), known)).toMatchObject({ tree: "/w/a", path: "/w/a" });
    expect(identify(plain("/w/b"), known)).not.toHaveProperty("tree");
    const tooWide = ["/home/ada"];
    expect(areOne(git("/home/ada", { roots: [R1] }), plain("/home/ada/else", { tooWide }))).toBe(false);
  });

  it("does not give a moved project's id to what begins where it was", () => {
    const begun = git("/a");
    const moved = { ...git("/b"), commonDir: { path: "/b/.git", inode: begun.commonDir?.inode ?? "" } };
    const fresh = { ...git("/a"), commonDir: { path: "/a/.git", inode: "9@9.5" } };
    const { ids } = meet(begun, moved, fresh);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("does not trust an inode without a time of birth beyond its path", () => {
    const one = { ...git("/a"), commonDir: { path: "/a/.git", inode: "7@0" } };
    const other = { ...git("/b"), commonDir: { path: "/b/.git", inode: "7@0" } };
    expect(areOne(one, other)).toBe(false);
    expect(areOne(one, one)).toBe(true);
  });

  it("keeps the project of a plain folder that is put under git", () => {
    expect(areOne(plain("/a"), git("/a", { roots: [R1], remote: X }))).toBe(true);
    const clone = git("/b", { roots: [R1], remote: X });
    const { ids } = meet(plain("/a"), clone, git("/a", { roots: [R1], remote: X }));
    expect(ids[2]).toBe(ids[1]);
  });

  it("knows a plain folder by its id file wherever it lies", () => {
    const idFile = "ab".repeat(16);
    expect(areOne(plain("/a", { idFile }), plain("/b", { idFile }))).toBe(true);
    expect(areOne(plain("/a", { idFile }), plain("/b", { idFile: "cd".repeat(16) }))).toBe(false);
    expect(areOne(plain("/a"), plain("/a", { idFile }), plain("/b", { idFile }))).toBe(true);
    expect(areOne(plain("/a", { idFile }), plain("/a", { idFile: "cd".repeat(16) }))).toBe(false);
  });

  it("ignores an id file in a repository", () => {
    const idFile = "ab".repeat(16);
    expect(areOne(git("/a", { roots: [R1], idFile }), git("/b", { roots: [R2], idFile }))).toBe(false);
  });

  it("gives a plain subfolder to the outermost known folder, but never to one that is too wide", () => {
    const tooWide = ["/", "/home/ada"];
    const { ids } = meet(
      plain("/home/ada", { tooWide }),
      plain("/home/ada/work/app", { tooWide }),
      plain("/home/ada/work", { tooWide }),
      plain("/home/ada/work/app/src", { tooWide }),
      plain("/home/ada/work/app", { tooWide }),
      plain("/home/ada/else", { tooWide }),
    );
    expect(ids[3]).toBe(ids[2]);
    expect(ids[4]).toBe(ids[1]);
    expect(new Set([ids[0], ids[1], ids[2], ids[5]]).size).toBe(4);
  });

  it("takes a repository inside a plain project for one of its own", () => {
    expect(areOne(plain("/work"), git("/work/app", { roots: [R1] }))).toBe(false);
  });

  it("names by remote, else by folder, and never tells projects apart by it", () => {
    expect(identify(git("/a/folder", { remote: X }), []).name).toBe("x");
    expect(identify(git("/a/folder"), []).name).toBe("folder");
    expect(identify(plain("C:\\a\\folder"), []).name).toBe("folder");
    expect(areOne(plain("/a/app"), plain("/b/app"))).toBe(false);
  });

  it("gives the same id on every machine, pinned", () => {
    const ids = [
      git("/a", { roots: [R2, R1], remote: X }),
      git("/b", { roots: [R1, R2], remote: "https://github.com/org/x/" }),
      git("/c", { remote: X }),
      plain("/d", { idFile: "ab".repeat(16) }),
      plain("/e"),
    ].map((facts) => identify(facts, []).id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids).toMatchInlineSnapshot(`
      [
        "p2088acd7e1c61888",
        "p2088acd7e1c61888",
        "pebba70a4a160e570",
        "p2578d3a55eb4d5a6",
        "pd22c3989850f1330",
      ]
    `);
  });

  it("meets a place twice as it met it once, whatever is known", () => {
    const facts = fc
      .record({
        path: fc.constantFrom("/a", "/b", "/c", "/a/b"),
        isPlain: fc.boolean(),
        roots: fc.subarray([R1, R2]),
        remote: fc.constantFrom(undefined, X, Y),
        shallow: fc.boolean(),
      })
      .map(({ path, isPlain, roots, remote, shallow }) =>
        isPlain ? plain(path) : git(path, { roots, shallow, ...(remote && { remote }) }),
      );
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 8 }), (all) => {
        const { ids, known } = meet(...all);
        const last = all.at(-1);
        if (last === undefined) return;
        const again = identify(last, known);
        expect(again.id).toBe(ids.at(-1));
        expect(again.found).toBe("known");
        expect(new Set(known.map((project) => project.id)).size).toBe(known.length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("hash64", () => {
  it("spreads over sixteen digits without collisions in many similar names", () => {
    const all = new Set(Array.from({ length: 100_000 }, (_, index) => hash64(`/home/ada/${index}`)));
    expect(all.size).toBe(100_000);
    for (const half of [0, 8]) {
      expect(new Set([...all].map((hash) => hash.slice(half, half + 8))).size).toBeGreaterThan(99_990);
    }
    expect(hash64("")).toMatch(/^[0-9a-f]{16}$/);
  });
});
