import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { call, shell, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";

const REQUEST = "Raise the marks of all harbours";
/** It destroys something, so it is kept waiting until there is a way back, however slow the machine is. */
const COMMAND = "rm -r harbour/old && sh raise.sh";
const FILES = 12;
const OLD = "\u0000\u0001 a map\r\n";

describe("a session that is killed inside a command that edits files", () => {
  test("is offered to be rolled back, and a rollback gives the exact tree from before the command", async ({
    place,
  }) => {
    prepare(place);
    const git = fingerprint(join(place.project, ".git"));

    const run = await killedInside(place);
    expect(run.signal).toBe("SIGKILL");
    expect(marks(place).filter((mark) => mark === "raised\n").length).toBeGreaterThan(0);
    expect(marks(place)).toContain("low\n");
    // What the agent wrote before the command is no part of what was cut off.
    expect(readFileSync(join(place.project, "plan.md"), "utf8")).toBe("Raise them all.\n");
    const broken = tree(place.project);

    const context = await nextContext(place);
    expect(context).toMatch(/Interrupted .*inside `rm -r harbour\/old && sh raise\.sh`: it never finished/);
    const [, id = ""] = /tidemark checkpoint restore ([ct]\d+): just before it/.exec(context) ?? [];
    expect(id).not.toBe("");
    expect(context).toContain("tidemark dismiss");

    place.tidemark("checkpoint", "restore", id, "--yes");
    expect(tree(place.project)).toEqual(before(broken));
    expect(fingerprint(join(place.project, ".git"))).toBe(git);
    expect(await nextContext(place)).not.toContain("nterrupted");
  });
});

/** Twelve files, and a command that rewrites them one after the other, deletes one and makes another. */
function prepare(place: Site): void {
  mkdirSync(join(place.project, "harbour", "old"), { recursive: true });
  writeFileSync(join(place.project, "harbour", "old", "map.bin"), OLD);
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(place.project, "harbour", `${n} mark.txt`), "low\n");
  writeFileSync(join(place.project, ".gitignore"), "raise.pid\n");
  writeFileSync(
    join(place.project, "raise.sh"),
    [
      "echo $$ > raise.pid",
      'rm "harbour/0 mark.txt"',
      "echo begun > harbour/progress",
      "for n in 1 2 3 4 5 6 7 8 9 10 11; do",
      '  echo raised > "harbour/$n mark.txt"',
      "  sleep 0.5",
      "done",
      "",
    ].join("\n"),
  );
}

/** The tree as it was before the command, told from what the command left. */
function before(broken: Readonly<Record<string, string>>): Record<string, string> {
  const { "harbour/progress": _, ...rest } = broken;
  const files = Array.from({ length: FILES }, (_, n): [string, string] => [`harbour/${n} mark.txt`, "low\n"]);
  return Object.fromEntries(
    [...Object.entries({ ...rest, ...Object.fromEntries(files), "harbour/old/map.bin": OLD })].sort(
      ([a], [b]) => (a < b ? -1 : 1),
    ),
  );
}

async function killedInside(place: Site) {
  const progress = join(place.project, "harbour", "3 mark.txt");
  const kill = async (pid: number) => {
    for (let tries = 0; tries < 1500 && readFileSync(progress, "utf8") === "low\n"; tries += 1)
      await wait(20);
    process.kill(pid, "SIGKILL");
    end(place);
  };
  const write = call("Write", { file_path: join(place.project, "plan.md"), content: "Raise them all.\n" });
  return place.run("claude", { prompt: REQUEST, script: steps(write, shell(COMMAND)), onStart: kill });
}

/** The command outlives its agent; here it dies with it. */
function end(place: Site): void {
  try {
    process.kill(Number(readFileSync(join(place.project, "raise.pid"), "utf8")), "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function marks(place: Site): string[] {
  return Array.from({ length: FILES }, (_, n) => join(place.project, "harbour", `${n} mark.txt`))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"));
}

async function nextContext(place: Site): Promise<string> {
  const { requests } = await place.run("claude", { prompt: "Where were we?", script: steps() });
  const said = requests[0] ? injections(requests[0]) : [];
  return said.find(({ event }) => event === "SessionStart")?.text ?? "";
}

/** Path and text of all files that are neither git's nor ignored. */
function tree(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".git/") && path !== "raise.pid");
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of entries.sort())
    hash
      .update(path)
      .update(readFileSync(path))
      .update(String(statSync(path).mtimeMs));
  return hash.digest("hex");
}
