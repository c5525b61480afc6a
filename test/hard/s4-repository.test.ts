import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli, runHook } from "./hook-run.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

let house: House;
beforeAll(async () => {
  house = await openHouse("s4r");
});
afterAll(() => house.leave());

describe("S4: a hostile repository runs nothing", () => {
  it("by its settings", async () => {
    const room = house.room("settings");
    const trap = setTrap(room);
    const repository = makeRepository(room, "repository");
    writeFileSync(join(repository, ".gitattributes"), "* filter=evil diff=evil merge=evil\n");
    writeFileSync(join(repository, "a.txt"), "a\n");
    git(room, repository, "add", "a.txt");
    appendFileSync(join(repository, ".git", "config"), hostileConfig(trap));
    appendFileSync(join(repository, ".git", "hostile"), hostileConfig(trap));
    appendFileSync(join(repository, ".git", "config"), "[include]\n\tpath = hostile\n");
    writeFileSync(join(repository, "a.txt"), "b\n");
    // The trap works: git itself walks into it.
    spawnSync("git", ["-C", repository, "status"], { env: room.env });
    expect(sprung(room)).not.toEqual([]);
    await expectQuiet(room, repository);
  });

  it("by commits that would have to be fetched", async () => {
    const room = house.room("partial");
    const trap = setTrap(room);
    const repository = makeRepository(room, "repository");
    const first = git(room, repository, "rev-parse", "HEAD");
    git(room, repository, "commit", "-q", "--allow-empty", "-m", "second");
    rmSync(join(repository, ".git", "objects", first.slice(0, 2), first.slice(2)));
    appendFileSync(
      join(repository, ".git", "config"),
      [
        '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[protocol "ext"]\n\tallow = always',
        `[protocol]\n\tallow = always\n[remote "origin"]\n\tpromisor = true\n\turl = ext::${trap} fetch\n`,
      ].join("\n"),
    );
    spawnSync("git", ["-C", repository, "rev-list", "HEAD"], { env: room.env });
    expect(sprung(room)).not.toEqual([]);
    await expectQuiet(room, repository);
  });

  it("by a git of its own", async () => {
    const room = house.room("program");
    const trap = setTrap(room);
    const repository = makeRepository(room, "repository");
    for (const name of ["git", "git.exe", "node", "sh"]) {
      writeFileSync(join(repository, name), `#!/bin/sh\n${trap} ${name}\n`);
      chmodSync(join(repository, name), 0o755);
    }
    const path = room.env["PATH"] ?? "";
    spawnSync("git", ["status"], { env: { ...room.env, PATH: `.:${path}` }, cwd: repository });
    expect(sprung(room)).not.toEqual([]);
    await expectQuiet(room, repository, { PATH: `.:${path}` });
    // An empty entry is the current folder as well.
    await expectQuiet(room, repository, { PATH: `:${path}` });
  });

  it("by the surroundings an agent was started in", async () => {
    const room = house.room("surroundings");
    const trap = setTrap(room);
    const evil = makeRepository(room, "evil");
    appendFileSync(join(evil, ".git", "config"), hostileConfig(trap));
    const repository = makeRepository(room, "repository");
    const env = {
      GIT_DIR: join(evil, ".git"),
      GIT_WORK_TREE: evil,
      GIT_SSH_COMMAND: trap,
      GIT_EXTERNAL_DIFF: trap,
      GIT_PAGER: trap,
      GIT_EDITOR: trap,
      GIT_ASKPASS: trap,
      GIT_PROXY_COMMAND: trap,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: trap,
    };
    spawnSync("git", ["status"], { env: { ...room.env, ...env }, cwd: repository });
    expect(sprung(room)).not.toEqual([]);
    await expectQuiet(room, repository, env);
  });

  it("by a pointer to a folder elsewhere", async () => {
    const room = house.room("pointer");
    const trap = setTrap(room);
    const evil = makeRepository(room, "evil");
    appendFileSync(join(evil, ".git", "config"), hostileConfig(trap));
    const folder = join(room.work, "folder");
    mkdirSync(folder);
    writeFileSync(join(folder, ".git"), `gitdir: ${join(evil, ".git")}\n`);
    spawnSync("git", ["status"], { env: room.env, cwd: folder });
    expect(sprung(room)).not.toEqual([]);
    await expectQuiet(room, folder);
  });
});

/** Runs every door in the folder, twice: a place is looked at closely only when it is new. */
async function expectQuiet(room: Room, cwd: string, env: { [name: string]: string } = {}): Promise<void> {
  rmSync(join(room.top, "mark"), { recursive: true });
  mkdirSync(join(room.top, "mark"));
  for (let times = 0; times < 2; times++) {
    for (const hook of ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop"]) {
      const ended = await runHook(room, payload(hook, { ...sceneOf(room, "s4"), cwd }), { env, cwd });
      expect(ended).toMatchObject({ code: 0, stderr: "" });
    }
    for (const args of [["status"], ["inject"], ["sessions"], ["history"], ["state"]]) {
      const ended = await runCli(room, args, { env, cwd });
      expect(ended).toMatchObject({ code: 0, stderr: "" });
    }
    rmSync(join(room.data, "place"), { recursive: true });
  }
  expect(sprung(room)).toEqual([]);
}

/** A program that leaves a mark when it is run. */
function setTrap(room: Room): string {
  const trap = join(room.top, "trap.sh");
  mkdirSync(join(room.top, "mark"));
  writeFileSync(trap, `#!/bin/sh\necho "$@" > ${join(room.top, "mark")}/$$\nexit 1\n`);
  chmodSync(trap, 0o755);
  return trap;
}

function sprung(room: Room): string[] {
  return readdirSync(join(room.top, "mark"));
}

function makeRepository(room: Room, name: string): string {
  const folder = join(room.work, name);
  mkdirSync(folder);
  git(room, folder, "init", "-q", "-b", "main");
  for (const [key, value] of [
    ["user.name", "A"],
    ["user.email", "a@example.com"],
  ] as const)
    git(room, folder, "config", key, value);
  git(room, folder, "commit", "-q", "--allow-empty", "-m", "first");
  return folder;
}

function git(room: Room, folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { env: room.env, encoding: "utf8" }).trim();
}

function hostileConfig(trap: string): string {
  return `
[core]
	fsmonitor = ${trap}
	hooksPath = ${trap}
	sshCommand = ${trap}
	gitProxy = ${trap}
	pager = ${trap}
	editor = ${trap}
	askPass = ${trap}
	alternateRefsCommand = ${trap}
[alias]
	rev-list = !${trap}
	status = !${trap}
	log = !${trap}
[filter "evil"]
	clean = ${trap}
	smudge = ${trap}
	process = ${trap}
	required = true
[diff]
	external = ${trap}
[diff "evil"]
	textconv = ${trap}
[merge "evil"]
	driver = ${trap}
[pager]
	rev-list = ${trap}
[gpg]
	program = ${trap}
[log]
	showSignature = true
[credential]
	helper = !${trap}
[uploadpack]
	packObjectsHook = ${trap}
[remote "origin"]
	url = ext::${trap} remote
`;
}
