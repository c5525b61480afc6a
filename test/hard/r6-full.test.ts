import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sleep } from "../../src/host/clock.js";
import { untilAtRest } from "./at-rest.js";
import { figure } from "./figure.js";
import {
  AGENT_DEADLINE,
  type Ended,
  isAnswer,
  quantile,
  type RunOptions,
  runCli,
  runHook,
} from "./hook-run.js";
import { countMarkers, readHistory, tally } from "./memory.js";
import { payload, sceneOf } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

const HOOKS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostCompact",
  "Stop",
  "SessionEnd",
];
const COMMANDS = [
  ["status"],
  ["inject"],
  ["history"],
  ["sessions"],
  ["recall", "parser"],
  ["pin", "never on a Friday"],
  ["remember", "fact", "the parser is generated"],
  ["checkpoint", "create"],
  ["verify"],
  ["rebuild"],
  ["clean", "--yes"],
  ["embed"],
];
/** What the agents grant is five; no trouble of ours may take more of it than this. */
const SOON = 1_000;
const NOBODY = 65_534;
/** One whom the system does not know, and who has no home therefore. */
const UNKNOWN = 54_321;
const isRoot = process.getuid?.() === 0;
const canMount = isRoot && spawnSync("mount", ["--version"]).status === 0 && tryMount();

interface Trouble {
  readonly name: string;
  readonly isPossible: boolean;
  /** What the data folder lies on, if not the usual disk. */
  readonly disk?: string;
  readonly options?: RunOptions;
  begin(room: Room): void;
  end?(room: Room): void;
  /** What `doctor` says of it. */
  readonly told: RegExp;
  /** Nothing of ours can be there before it begins. */
  readonly isFromTheStart?: true;
}

const TROUBLES: Trouble[] = [
  {
    name: "the disk is full",
    isPossible: canMount,
    disk: "size=1m",
    begin: (room) => fill(join(diskOf(room), "fill")),
    end: (room) => rmSync(join(diskOf(room), "fill")),
    told: /the disk is full, and nothing more is recorded/,
  },
  {
    name: "the disk is full from the start",
    isPossible: canMount,
    disk: "size=1m",
    isFromTheStart: true,
    begin: (room) => fill(join(diskOf(room), "fill")),
    end: (room) => rmSync(join(diskOf(room), "fill")),
    told: /the disk is full, and nothing more is recorded/,
  },
  {
    name: "no inode is left",
    isPossible: canMount,
    disk: "size=16m,nr_inodes=120",
    begin: (room) => useInodes(diskOf(room)),
    end: (room) => rmSync(join(diskOf(room), "many"), { recursive: true }),
    told: /no inode left/,
  },
  {
    name: "the disk is read-only",
    isPossible: canMount,
    disk: "size=16m",
    begin: (room) => mount(diskOf(room), "remount,ro"),
    end: (room) => mount(diskOf(room), "remount,rw"),
    told: /cannot be written to: nothing is recorded/,
  },
  {
    name: "no file may grow",
    isPossible: true,
    options: { through: ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh"] },
    begin: () => {},
    told: /nothing can be written \(EFBIG\)/,
  },
  {
    name: "the folder may not be written",
    isPossible: true,
    ...asSomebody(),
    begin: (room) => chmodSync(room.data, 0o500),
    end: (room) => chmodSync(room.data, 0o700),
    told: /cannot be written to: nothing is recorded[\s\S]*chmod 700/,
  },
  {
    name: "the day's journal may not be written",
    isPossible: true,
    ...asSomebody(),
    begin: (room) => chmodJournal(room, 0o400),
    end: (room) => chmodJournal(room, 0o600),
    told: /\.jsonl cannot be written: nothing is recorded[\s\S]*chmod 600/,
  },
  {
    name: "the folder may not be looked at",
    isPossible: true,
    // The folder of the work is below it, and nobody can be started there.
    options: { ...asSomebody().options, cwd: "/" },
    begin: (room) => chmodSync(room.top, 0o600),
    end: (room) => chmodSync(room.top, 0o755),
    told: /cannot be looked at \(EACCES\): nothing is recorded/,
  },
  {
    name: "the folder cannot be made",
    isPossible: true,
    isFromTheStart: true,
    ...asSomebody(),
    begin: (room) => chmodSync(room.top, 0o555),
    end: (room) => chmodSync(room.top, 0o755),
    told: /is not there and cannot be made/,
  },
  {
    name: "HOME is no whole path",
    isPossible: true,
    isFromTheStart: true,
    options: { env: { HOME: "here", USERPROFILE: "", TIDEMARK_HOME: "" } },
    begin: () => {},
    told: /You have no home folder[\s\S]*TIDEMARK_HOME/,
  },
  {
    name: "there is no home",
    isPossible: isRoot,
    isFromTheStart: true,
    options: { env: { HOME: "", USERPROFILE: "", TIDEMARK_HOME: "" }, uid: UNKNOWN },
    begin: () => {},
    told: /You have no home folder[\s\S]*TIDEMARK_HOME/,
  },
];

let house: House;
beforeAll(async () => {
  house = await openHouse("r6");
  chmodSync(house.top, 0o755);
});
afterAll(() => house.leave());

describe("R6: the agent goes on, and is told nothing of it, where", () => {
  for (const trouble of TROUBLES)
    it.runIf(trouble.isPossible)(trouble.name, async () => {
      const room = prepare(trouble);
      try {
        await live(room, trouble);
      } finally {
        if (trouble.disk !== undefined) execFileSync("umount", ["-l", diskOf(room)]);
      }
    });

  it("there is no home, but a data folder is named: all is recorded", async () => {
    const room = house.quietRoom("named");
    const env = { HOME: "", USERPROFILE: "" };
    const options: RunOptions = isRoot ? { env, uid: UNKNOWN } : { env };
    if (isRoot) giveTo(room, UNKNOWN);
    const ends = await play(room, options, "named");
    expect(wrongIn(ends)).toEqual([]);
    const stored = countMarkers(await readHistory(room, options), /named-\w+-end/g);
    expect([...stored.keys()].sort()).toEqual(ends.map(({ marker }) => marker).sort());
    const doctor = await runCli(room, ["doctor"], options);
    expect(doctor.stdout).toContain("data folder");
    expect([0, 1]).toContain(doctor.code);
  });
});

async function live(room: Room, trouble: Trouble): Promise<void> {
  const { options = {} } = trouble;
  const before = trouble.isFromTheStart ? [] : await play(room, { ...options, through: ["env"] }, "before");
  trouble.begin(room);
  const during = await play(room, options, "during");
  const doctor = await runCli(room, ["doctor"], options);
  const commands: Ended[] = [];
  for (const args of COMMANDS) commands.push(await runCli(room, args, options));
  trouble.end?.(room);

  const times = during.map(({ ms }) => ms);
  const exits = tally(commands.map(({ code }) => `exit ${code}`));
  figure(
    `${trouble.name}: ${during.length} hooks, all exit 0, p50 ${quantile(times, 0.5)} ms, slowest ${quantile(times, 1)} ms; ` +
      `doctor says it; ${commands.length} commands: ${exits.join(", ")}`,
  );
  expect(wrongIn([...before, ...during])).toEqual([]);
  expect(quantile(times, 0.5)).toBeLessThan(SOON);
  expect(`${doctor.stdout}${doctor.stderr}`).toMatch(trouble.told);
  expect(doctor.code).toBe(1);
  expect(commands.map(plainly).filter((said) => said !== "")).toEqual([]);
  // Nothing was put where a relative path would have led.
  expect(readdirSync(room.work)).toEqual([]);
  if (options.env?.["TIDEMARK_HOME"] !== "") await expectBack(room, options, before);
}

/** As soon as the trouble is over, all goes on as before, and what was there is still there, once. */
async function expectBack(room: Room, options: RunOptions, before: readonly Told[]): Promise<void> {
  const free: RunOptions = { ...options, through: ["env"] };
  const after = await play(room, free, "after");
  expect(wrongIn(after)).toEqual([]);
  const stored = countMarkers(await readHistory(room, free), /(?:before|after)-\w+-end/g);
  const expected = [...before, ...after].map(({ marker }) => marker);
  expect([...stored.keys()].sort()).toEqual(expected.sort());
  expect([...stored.values()].filter((count) => count !== 1)).toEqual([]);
  const { code, stdout, stderr } = await runCli(room, ["verify", "--json"], free);
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ same: true });
}

interface Told extends Ended {
  readonly marker: string;
}

/** A short session of every kind of hook. */
async function play(room: Room, options: RunOptions, name: string): Promise<Told[]> {
  const ends: Told[] = [];
  for (const hook of HOOKS) {
    const marker = `${name}-${hook}-end`;
    const ended = await runHook(room, payload(hook, sceneOf(room, name), marker), options);
    ends.push({ ...ended, marker });
  }
  return ends;
}

function wrongIn(ends: readonly Ended[]): string[] {
  const isWrong = ({ code, stdout, stderr, ms }: Ended) =>
    code !== 0 || !isAnswer(stdout) || stderr !== "" || ms > AGENT_DEADLINE;
  return ends.filter(isWrong).map((end) => JSON.stringify(end));
}

/** What is wrong with how a command ended: it does its work, or says in a sentence what hinders it and what to do. */
function plainly({ code, hung, stdout, stderr }: Ended, n: number): string {
  const isSaid = code === 0 || (code === 1 && /^Error: .+\.\nHint: {2}\S/m.test(stderr));
  const isRaw = /SQLITE|ENOSPC|EROFS|EFBIG|defect|\n\s+at /.test(stderr);
  return isSaid && !isRaw && !hung ? "" : `${COMMANDS[n]?.join(" ")}: ${code} ${stderr}${stdout}`;
}

function prepare({ name, disk, options }: Trouble): Room {
  const plain = house.quietRoom(name.replaceAll(" ", "-"));
  const onDisk = disk === undefined ? plain.data : join(diskOf(plain), "data");
  const room = { ...plain, data: onDisk, env: { ...plain.env, TIDEMARK_HOME: onDisk } };
  if (disk !== undefined) {
    mkdirSync(diskOf(room));
    execFileSync("mount", ["-t", "tmpfs", "-o", `mode=0700,${disk}`, "tmpfs", diskOf(room)]);
  }
  if (options?.uid !== undefined) giveTo(room, options.uid);
  return room;
}

/** A folder's mode does not hinder root: its rooms are lived in by somebody else. */
function asSomebody(): { options?: RunOptions } {
  return isRoot ? { options: { uid: NOBODY } } : {};
}

function giveTo(room: Room, uid: number): void {
  for (const path of [room.top, room.home, room.work, room.claude, join(room.top, "tmp")])
    chownSync(path, uid, uid);
}

function diskOf(room: Room): string {
  return join(room.top, "disk");
}

/** Writes until there is no room for another byte. */
function fill(path: string): void {
  const fd = openSync(path, "w");
  try {
    for (let size = 65_536; size >= 1; ) {
      try {
        if (writeSync(fd, Buffer.alloc(size, 1)) < size) size = Math.floor(size / 2);
      } catch {
        size = Math.floor(size / 2); // No room for so much: less may still fit.
      }
    }
  } finally {
    closeSync(fd);
  }
}

/** Takes every inode, also those that a process in the background gives back within five seconds. */
function useInodes(disk: string): void {
  const folder = join(disk, "many");
  mkdirSync(folder);
  let n = 0;
  for (let quiet = 0; quiet < 100; sleep(50)) {
    quiet = statfsSync(disk).ffree === 0 ? quiet + 1 : 0;
    try {
      while (quiet === 0 && n < 10_000) writeFileSync(join(folder, String(n++)), "");
    } catch {
      // That was the last.
    }
  }
}

function chmodJournal(room: Room, mode: number): void {
  const folder = join(room.data, "journal");
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), mode);
}

/** A disk cannot be made read-only while somebody writes to it. */
function mount(disk: string, options: string): void {
  untilAtRest(() => execFileSync("mount", ["-o", options, disk], { stdio: "pipe" }));
}

function tryMount(): boolean {
  const folder = execFileSync("mktemp", ["-d"], { encoding: "utf8" }).trim();
  try {
    const isMounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
    if (isMounted) execFileSync("umount", [folder]);
    return isMounted;
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}
