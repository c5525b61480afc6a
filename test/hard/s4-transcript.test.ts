import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENT_DEADLINE, type Ended, runHook } from "./hook-run.js";
import { filesBelow } from "./listing.js";
import { payload } from "./payload.js";
import { type House, openHouse, type Room } from "./room.js";

const CANARY = "canary sings in the coal mine";
// In the form of a transcript, so that it would come in wherever it is read.
const ROWS = `${JSON.stringify({ type: "user", message: { content: "go on" } })}\n${JSON.stringify({
  type: "assistant",
  message: { content: [{ type: "text", text: CANARY }] },
})}\n`;

let house: House;
beforeAll(async () => {
  house = await openHouse("s4t");
});
afterAll(() => house.leave());

describe("S4: the transcript's path comes from outside", () => {
  it.each(["Stop", "SessionEnd"])("what the agent said comes in at %s from its own folder", async (hook) => {
    const room = house.room(`own-${hook}`);
    await end(room, put(join(room.claude, "projects", "p", "s.jsonl")), hook);
    expect(leaks(room)).not.toEqual([]);
  });

  it("also from the folder in the home, where no other is set", async () => {
    const room = house.room("own-home");
    await end(room, put(join(room.home, ".claude", "projects", "p", "s.jsonl")), "Stop", {
      CLAUDE_CONFIG_DIR: "",
    });
    expect(leaks(room)).not.toEqual([]);
  });

  it.each(Object.keys(TRAPS))("nothing comes in from %s", async (name) => {
    for (const hook of ["Stop", "SessionEnd"]) {
      const room = house.room(`${name.replace(/\W+/g, "-")}-${hook}`);
      // In the environment of the hook, for whoever reads that as a file.
      const ended = await end(room, TRAPS[name]?.(room) ?? "", hook, { TRAP: `\n${ROWS}` });
      expect(leaks(room)).toEqual([]);
      expect(ended).toMatchObject({ code: 0, stderr: "" });
      expect(ended.ms).toBeLessThan(AGENT_DEADLINE);
    }
  });
});

/** Each makes a secret and a path to it that must not be followed. */
const TRAPS: { readonly [name: string]: (room: Room) => string } = {
  "a file elsewhere": (room) => put(join(room.home, "secret.jsonl")),
  "a file beside the projects": (room) => put(join(room.claude, "history.jsonl")),
  "a folder whose name begins alike": (room) => put(join(room.claude, "projects-of-others", "s.jsonl")),
  "a path with dots": (room) => {
    const secret = put(join(room.home, "secret.jsonl"));
    return `${room.claude}/projects/../../${relative(room.top, secret)}`;
  },
  "a path with dots after a folder": (room) => {
    mkdirSync(join(room.claude, "projects", "p"));
    const secret = put(join(room.home, "secret.jsonl"));
    return `${room.claude}/projects/p/../../../${relative(room.top, secret)}`;
  },
  "a relative path": (room) => relative(room.work, put(join(room.work, "secret.jsonl"))),
  "a link to a file": (room) => link(room, put(join(room.home, "secret.jsonl"))),
  "a link to a link": (room) => {
    const secret = put(join(room.home, "secret.jsonl"));
    symlinkSync(secret, join(room.home, "again.jsonl"));
    return link(room, join(room.home, "again.jsonl"));
  },
  "a link to a folder": (room) => {
    const secret = put(join(room.home, "private", "secret.jsonl"));
    symlinkSync(dirname(secret), join(room.claude, "projects", "p"));
    return join(room.claude, "projects", "p", "secret.jsonl");
  },
  "a file that is no transcript": (room) => put(join(room.claude, "projects", "p", "secret.txt")),
  "a device": () => "/dev/zero",
  "a link to a device": (room) => link(room, "/dev/zero"),
  "a link to the terminal": (room) => link(room, "/dev/tty"),
  "a link to standard input": (room) => link(room, "/proc/self/fd/0"),
  "the environment": () => "/proc/self/environ",
  "a link to the environment": (room) => link(room, "/proc/self/environ"),
  "a pipe nobody writes to": (room) => pipe(room),
  "a pipe that holds a secret": (room) => {
    const path = pipe(room);
    open.push(openSync(path, constants.O_RDWR | constants.O_NONBLOCK));
    writeSync(open.at(-1) ?? -1, ROWS);
    return path;
  },
  "a folder with a transcript's name": (room) => {
    mkdirSync(join(room.claude, "projects", "s.jsonl"));
    return join(room.claude, "projects", "s.jsonl");
  },
};

const open: number[] = [];
afterAll(() => {
  for (const fd of open) closeSync(fd);
});

function end(
  room: Room,
  transcript: string,
  hook: string,
  env: { [name: string]: string } = {},
): Promise<Ended> {
  return runHook(room, payload(hook, { session: "s4", cwd: room.work, transcript }), { env });
}

/** Files of the data folder that hold what must not be there. */
function leaks(room: Room): string[] {
  const files = filesBelow(room.data);
  expect(files.some((path) => path.includes("journal"))).toBe(true);
  return files.filter((path) => readFileSync(path).includes(CANARY));
}

function put(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, ROWS);
  return path;
}

function link(room: Room, target: string): string {
  const path = join(room.claude, "projects", "link.jsonl");
  symlinkSync(target, path);
  return path;
}

function pipe(room: Room): string {
  const path = join(room.claude, "projects", "pipe.jsonl");
  execFileSync("mkfifo", [path]);
  return path;
}
