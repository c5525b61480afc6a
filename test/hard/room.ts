import { chmodSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../../src/host/file/remove-tree.js";
import { copyProgram, type Program } from "./program.js";

/** A small world for one test: its own home, agent folder, project, temporary folder and data folder. */
export interface Room {
  readonly top: string;
  readonly program: Program;
  /** Where every program of the room believes its user lives. */
  readonly home: string;
  readonly claude: string;
  readonly work: string;
  readonly data: string;
  readonly env: { readonly [name: string]: string };
}

/** The folder of all rooms of one test file, with the programs in it. */
export interface House {
  readonly top: string;
  readonly program: Program;
  room(name: string): Room;
  /** One in which nothing is at work beside the hooks: no checkpoints are made. */
  quietRoom(name: string): Room;
  leave(): void;
}

export async function openHouse(name: string): Promise<House> {
  // macOS has its temporary folder behind a link.
  const top = realpathSync(mkdtempSync(join(tmpdir(), `tidemark-hard-${name}-`)));
  const program = await copyProgram(join(top, "program"));
  const room = (name: string) => makeRoom(join(top, "room", name), program);
  return {
    top,
    program,
    room,
    quietRoom(name) {
      const loud = room(name);
      return { ...loud, env: { ...loud.env, TIDEMARK_CHECKPOINTS: "off" } };
    },
    // The product's own housekeeping may still be at work in there.
    leave: () => removeTree(top),
  };
}

function makeRoom(top: string, program: Program): Room {
  const [home, claude, work, tmp] = ["home", "claude", "work", "tmp"].map((name) => join(top, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, join(claude, "projects"), work, tmp]) mkdirSync(folder, { recursive: true });
  chmodSync(top, 0o755);
  const data = join(top, "data");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    USERPROFILE: home,
    TMPDIR: tmp,
    TIDEMARK_HOME: data,
    CLAUDE_CONFIG_DIR: claude,
    GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
  };
  return { top, program, home, claude, work, data, env };
}
