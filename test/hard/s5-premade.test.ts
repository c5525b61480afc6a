import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyAtRest } from "./at-rest.js";
import { figure } from "./figure.js";
import { inParallel, isAnswer, runCli, runHook } from "./hook-run.js";
import { filesBelow, listTree } from "./listing.js";
import { readHistory, readVerified } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

const HOOKS = ["SessionStart", "PostToolUse", "UserPromptSubmit", "Stop"];
const COMMANDS = [
  ["status", "--json"],
  ["history", "--all", "--json"],
  ["verify", "--json"],
];
const isRoot = process.getuid?.() === 0;
// Nobody, on every system.
const STRANGER = 65_534;

const FILES = [
  "device",
  "project.json",
  "project.lock",
  "tended",
  "tend.lock",
  "tidemark.db",
  "tidemark.db-journal",
  "tidemark.db-wal",
  "tidemark.db-shm",
  `journal/${today()}`,
  "journal/2020-01-01.jsonl",
  "journal/archive/2020-01-01.0.jsonl.gz",
  "log/hook.jsonl",
  "place/*.json",
  "place/*.visit",
];

/** Each puts something else where a file of ours would be. */
const TRAPS: { readonly [name: string]: (path: string, victim: string) => void } = {
  "a link": (path, victim) => symlinkSync(victim, path),
  "a link to nothing": (path, victim) => symlinkSync(`${victim}-to-be`, path),
  "a hard link": (path, victim) => linkSync(victim, path),
  // Begins with a zero byte, as does a database's journal that has been dealt with and may be written anew.
  "a hard link to a binary": (path, victim) => {
    writeFileSync(`${victim}.bin`, Buffer.alloc(40_000), { mode: 0o644 });
    linkSync(`${victim}.bin`, path);
  },
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a link to a device": (path) => symlinkSync("/dev/zero", path),
  "a link to a full device": (path) => symlinkSync("/dev/full", path),
  "a folder": (path) => makeFolder(path),
};

let house: House;
beforeAll(async () => {
  house = await openHouse("s5");
});
afterAll(() => house.leave());

describe("S5: entries of the data folder made by somebody else", () => {
  // Both before the first use and in a folder that has been used: what is opened differs.
  it.each(["fresh", "used"])("are not followed in a %s folder", async (age) => {
    const used = age === "used" ? await useOnce(house.room("model")) : undefined;
    const cases = FILES.flatMap((file) => Object.keys(TRAPS).map((trap) => ({ file, trap })));
    const problems = await inParallel(3, cases, async ({ file, trap }, n) => {
      // Without checkpoints, whose many processes of git meet none of these files.
      const room = house.quietRoom(`${age}-${n}`);
      const name = file.startsWith("place/") ? await placeFile(room, file) : file;
      if (used !== undefined) copyAtRest(used.data, room.data);
      else makeFolder(room.data);
      const found = await spring(room, name, trap);
      return found.map((finding) => ({ ...finding, where: `${file} as ${trap}` }));
    });
    report(`${age}: ${cases.length} traps`, problems.flat());
  });

  it("are not followed where a folder is a link", async () => {
    const model = await useOnce(house.room("folder-model"));
    const cases = ["", "journal", "place", "log", "journal/archive"].flatMap((folder) =>
      ["empty", "strange", "alike", "missing"].map((victim) => ({ folder, victim })),
    );
    const problems = await inParallel(3, cases, async ({ folder, victim }, n) => {
      const room = house.quietRoom(`folder-${n}`);
      const target = join(room.top, "victim");
      const source = join(model.data, folder);
      if (victim !== "missing") makeFolder(target, 0o755);
      if (victim === "strange") writeFileSync(join(target, "precious.txt"), "precious\n");
      // What a real data folder holds, open to others: neither bytes nor modes may change through the link.
      if (victim === "alike" && existsSync(source)) {
        copyAtRest(source, target);
        for (const path of filesBelow(target)) chmodSync(path, 0o644);
        for (const path of foldersBelow(target)) chmodSync(path, 0o755);
      }
      const link = join(room.data, folder);
      makeFolder(dirname(link), folder === "" ? 0o755 : 0o700);
      symlinkSync(target, link);
      const found = await checkUntouched(room, [target]);
      return found.map((finding) => ({ ...finding, where: `"${folder}" as a link to ${victim}` }));
    });
    report(`folders: ${cases.length} links`, problems.flat());
  });

  it.runIf(isRoot)("are refused where they belong to another user", async () => {
    const used = await useOnce(house.quietRoom("owner-used"));
    const model = join(house.top, "owner-model");
    copyAtRest(used.data, model);
    const owned = ["", ...readdirSync(model, { recursive: true, encoding: "utf8" })];
    const problems = await inParallel(3, owned, async (name, n) => {
      const room = house.quietRoom(`owner-${n}`);
      copyAtRest(model, room.data);
      const path = join(room.data, name);
      chownSync(path, STRANGER, STRANGER);
      const before = lstatSync(path).isDirectory() ? [] : listTree(path);
      const found = await checkUntouched(room, name === "" ? [room.data] : []);
      // A file may be put in its place, never written to.
      const isSame = lstatSync(path, { throwIfNoEntry: false })?.uid !== STRANGER || before.length === 0;
      if (!isSame && listTree(path).join() !== before.join())
        found.push({ kind: "harm", what: "was written to" });
      return found.map((finding) => ({ ...finding, where: `"${name}" of another user` }));
    });
    report(`owners: ${owned.length} entries`, problems.flat());
  });
});

describe("S5: the compiled form that a hook keeps beside its program", () => {
  it.each(Object.keys(TRAPS))("is not followed where it is %s", async (trap) => {
    const room = await ownProgram(house.room(`kept-${trap.replaceAll(" ", "-")}`));
    const kept = await keptFiles(room);
    const victim = join(room.top, "victim");
    writeFileSync(victim, "precious\n".repeat(1_000), { mode: 0o600 });
    for (const [n, path] of kept.entries()) {
      rmSync(path);
      cpSync(victim, `${victim}-${n}`);
      TRAPS[trap]?.(path, `${victim}-${n}`);
    }
    const victims = () => listTree(room.top, [room.data, dirname(dirname(room.program.hook))]);
    const before = victims();
    const found: string[] = [];
    for (const hook of HOOKS) {
      const { code, stderr, ms } = await runHook(room, payload(hook, sceneOf(room, "s5")));
      if (code !== 0 || stderr !== "")
        found.push(`${hook} ended with ${code} after ${Math.round(ms)} ms ${stderr}`);
    }
    expect(found).toEqual([]);
    expect(victims()).toEqual(before);
    // The link to nothing would have been made into something.
    expect(readdirSync(room.top).filter((name) => name.endsWith("-to-be"))).toEqual([]);
  });

  it("is not run where others could have written it", async () => {
    // A checkpoint that is made beside would run the code once more, later.
    const evil = await ownProgram(house.quietRoom("kept-evil"));
    const mark = join(evil.top, "mark");
    const capture = join(dirname(evil.program.hook), "capture.cjs");
    const source = readFileSync(capture, "utf8");
    writeFileSync(capture, `require("node:fs").writeFileSync(${JSON.stringify(mark)},"");${source}`);
    const kept = await keptFiles(evil);
    rmSync(mark);
    const runWith = async (name: string, change: (path: string) => void) => {
      const room = await ownProgram(house.quietRoom(`kept-${name}`));
      await keptFiles(room);
      for (const path of kept) {
        const copy = join(dirname(room.program.hook), basename(path));
        cpSync(path, copy);
        change(copy);
      }
      await runHook(room, payload("PostToolUse", sceneOf(room, "s5")));
      const isRun = existsSync(mark);
      rmSync(mark, { force: true });
      return isRun;
    };
    // The trap works: what is ours alone is believed.
    expect(await runWith("own", (path) => chmodSync(path, 0o600))).toBe(true);
    expect(await runWith("open", (path) => chmodSync(path, 0o666))).toBe(false);
    expect(await runWith("group", (path) => chmodSync(path, 0o620))).toBe(false);
    if (isRoot) expect(await runWith("stranger", (path) => chownSync(path, STRANGER, STRANGER))).toBe(false);
  });
});

describe("S5: modes", () => {
  it("everything is private from the first moment under umask 000", async () => {
    const room = house.quietRoom("umask");
    const deep = { ...room, data: join(room.top, "a", "b", "data") };
    const env = { TIDEMARK_HOME: deep.data };
    const old = process.umask(0);
    try {
      for (const hook of HOOKS) await runHook(room, payload(hook, sceneOf(room, "s5")), { env });
      // An error, so that there is a log: the journal's file for today cannot be appended to.
      const day = join(deep.data, "journal", today());
      rmSync(day);
      mkdirSync(day);
      await runHook(room, payload("PostToolUse", sceneOf(room, "s5")), { env });
      rmSync(day, { recursive: true });
      for (const hook of HOOKS) await runHook(room, payload(hook, sceneOf(room, "s5")), { env });
    } finally {
      process.umask(old);
    }
    const names = filesBelow(deep.data).map((path) => basename(path));
    figure(`umask 000: ${names.join(" ")}`);
    expect(names).toEqual(
      expect.arrayContaining(["device", "hook.jsonl", "tidemark.db", "tidemark.db-journal", today()]),
    );
    expect(readdirSync(join(deep.data, "place"))).not.toEqual([]);
    expect(open(join(room.top, "a"))).toEqual([]);
  });

  it("commands under umask 000 leave everything private", async () => {
    const room = house.quietRoom("umask-commands");
    const old = process.umask(0);
    try {
      for (const args of COMMANDS) expect((await runCli(room, args)).code).toBe(0);
      await runHook(room, payload("PostToolUse", sceneOf(room, "s5")));
      for (const args of [["rebuild"], ["verify"], ["inject"]])
        expect((await runCli(room, args)).code).toBe(0);
    } finally {
      process.umask(old);
    }
    expect(filesBelow(room.data)).not.toEqual([]);
    expect(open(room.data)).toEqual([]);
  });

  it("a folder that was open to all is closed, with all that is used in it", async () => {
    const room = await useOnce(house.quietRoom("open"));
    const folders = [room.data, ...foldersBelow(room.data)];
    const files = filesBelow(room.data);
    for (const folder of folders) chmodSync(folder, 0o777);
    for (const file of files) chmodSync(file, 0o666);
    expect(open(room.data).length).toBe(folders.length + files.length);
    const before = (await readHistory(room)).length;
    // A place is read by its file, and written anew only when it changed: a new one makes the list be used too.
    const other = join(room.work, "other");
    mkdirSync(other);
    for (const cwd of [room.work, other])
      for (const hook of HOOKS) {
        const ended = await runHook(room, payload(hook, { ...sceneOf(room, "s5-open"), cwd }));
        expect(ended).toMatchObject({ code: 0, stderr: "" });
      }
    for (const args of COMMANDS) expect((await runCli(room, args)).code).toBe(0);
    expect(open(room.data)).toEqual([]);
    expect((await readHistory(room)).length).toBeGreaterThan(before);
    expect((await readVerified(room)).same).toBe(true);
  });
});

/** `harm` is done to somebody or to the agent; `confusion` is a command that takes what it refuses for its own defect. */
interface Finding {
  readonly kind: "harm" | "confusion";
  readonly what: string;
  readonly where?: string;
}

function report(what: string, findings: readonly Finding[]): void {
  const of = (kind: Finding["kind"]) =>
    findings.filter((finding) => finding.kind === kind).map((finding) => `${finding.where}: ${finding.what}`);
  figure(`${what}, ${of("harm").length} cases of harm, ${of("confusion").length} of confusion`);
  expect.soft(of("harm")).toEqual([]);
  expect.soft(of("confusion")).toEqual([]);
}

/** Sets a trap, works, and tells what went wrong. */
async function spring(room: Room, name: string, trap: string): Promise<Finding[]> {
  const victims = join(room.top, "victim");
  const victim = join(victims, "precious");
  makeFolder(victims, 0o755);
  writeFileSync(victim, `precious words of somebody\n${"x".repeat(40_000)}\n`, { mode: 0o644 });
  const path = join(room.data, name);
  makeFolder(dirname(path));
  rmSync(path, { recursive: true, force: true });
  TRAPS[trap]?.(path, victim);
  return checkUntouched(room, [victims]);
}

let turn = 0;

/** Works with the data folder as it is: what was given must be as before, and no program may fail or wait. */
async function checkUntouched(room: Room, victims: readonly string[]): Promise<Finding[]> {
  const look = () => [
    ...victims.flatMap((victim) => listTree(victim)),
    ...listTree(room.top, [room.data, ...victims]),
  ];
  const before = look();
  const harm: string[] = [];
  const confusion: string[] = [];
  for (const hook of HOOKS) {
    const { code, ms, stdout, stderr } = await runHook(room, payload(hook, sceneOf(room, "s5")));
    if (code !== 0) harm.push(`${hook} ended with ${code} after ${Math.round(ms)} ms`);
    if (!isAnswer(stdout) || stderr !== "") harm.push(`${hook} said ${stdout || stderr}`);
  }
  // Verify opens all there is; the others take turns.
  const others = COMMANDS.slice(0, -1);
  for (const args of [others[turn++ % others.length] ?? [], ...COMMANDS.slice(-1)]) {
    const { code, hung, stderr } = await runCli(room, args, { patience: 15_000 });
    if (hung) harm.push(`${args[0]} hung`);
    else if (code !== 0 && code !== 1)
      confusion.push(`${args[0]} ended with ${code}: ${stderr.split("\n", 1)[0]}`);
  }
  const after = look();
  const [was, is] = [
    before.filter((line) => !after.includes(line)),
    after.filter((line) => !before.includes(line)),
  ];
  harm.push(...was.map((line) => `was: ${line}`), ...is.map((line) => `is: ${line}`));
  return [
    ...harm.map((what): Finding => ({ kind: "harm", what })),
    ...confusion.map((what): Finding => ({ kind: "confusion", what })),
  ];
}

/** The room with a program of its own, whose folder may be tampered with. */
async function ownProgram(room: Room): Promise<Room> {
  const folder = join(room.top, "program");
  // Without what other hooks keep there, perhaps at this moment.
  const filter = (path: string) => !path.includes(".cache");
  cpSync(dirname(dirname(room.program.hook)), folder, { recursive: true, verbatimSymlinks: true, filter });
  const dist = join(folder, "dist");
  return { ...room, program: { hook: join(dist, "hook.cjs"), cli: join(dist, "cli.js") } };
}

/** What the hooks keep beside the program once they have run. */
async function keptFiles(room: Room): Promise<string[]> {
  await useOnce(room);
  const dist = dirname(room.program.hook);
  const names = readdirSync(dist).filter((name) => name.endsWith(".cache"));
  expect(names).not.toEqual([]);
  return names.map((name) => join(dist, name));
}

/** A data folder after a bit of work. */
async function useOnce(room: Room): Promise<Room> {
  for (const hook of HOOKS) await runHook(room, payload(hook, sceneOf(room, "s5-before")));
  return room;
}

/** A file named after the room's project, which only the product can name: it makes one elsewhere. */
async function placeFile(room: Room, pattern: string): Promise<string> {
  const trial = join(room.top, "trial");
  await runHook(room, payload("PostToolUse", sceneOf(room, "s5")), { env: { TIDEMARK_HOME: trial } });
  const name = readdirSync(join(trial, "place")).find((name) => name.endsWith(extname(pattern)));
  rmSync(trial, { recursive: true });
  if (name === undefined) throw new Error(`There is no ${pattern} any more.`);
  return join("place", name);
}

function open(top: string): string[] {
  const wrong = (path: string, mode: number) => (lstatSync(path).mode & 0o777) !== mode;
  const folders = [top, ...foldersBelow(top)].filter((path) => wrong(path, 0o700));
  const files = filesBelow(top).filter((path) => wrong(path, 0o600));
  return [...folders, ...files].map((path) => `${path} ${(lstatSync(path).mode & 0o777).toString(8)}`);
}

function foldersBelow(top: string): string[] {
  const entries = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => join(top, name)).flatMap((path) => [path, ...foldersBelow(path)]);
}

function makeFolder(path: string, mode = 0o700): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
}

function today(): string {
  return `${new Date().toISOString().slice(0, 10)}.jsonl`;
}
