import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { shell, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";

const REQUEST = "Move the harbour to the new table";

describe("a command that fails", () => {
  test("is stored as failed and named to the next session", async ({ place }) => {
    writeFileSync(join(place.project, "check.sh"), "echo 'pier 7 is missing' >&2\nexit 3\n");
    const run = await place.run("claude", {
      prompt: REQUEST,
      script: steps(shell("echo ready"), shell("sh check.sh")),
    });

    expect(run.code).toBe(0);
    const finished = place.history().filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => [data.tool, data.ok])).toEqual([
      ["Bash", true],
      ["Bash", false],
    ]);
    expect(await nextContext(place)).toContain("sh check.sh");
  });
});

describe("a session that is cut off inside a command", () => {
  test("is told as interrupted there when it was killed", async ({ place }) => {
    const run = await cutOff(place, "SIGKILL");

    expect(run.signal).toBe("SIGKILL");
    expect(types(place)).not.toContain("session.ended");
    const context = await nextContext(place);
    expect(context).toMatch(/interrupted .*inside `sh migrate\.sh`/i);
    expect(context).toContain(REQUEST);
  });

  test("is recorded as ended when it was asked to stop, and its request is passed on", async ({ place }) => {
    await cutOff(place, "SIGTERM");

    expect(types(place)).toContain("session.ended");
    expect(await nextContext(place)).toContain(REQUEST);
  });
});

/** Ends Claude Code while its shell command sleeps; the command says itself that it has begun. */
async function cutOff(place: Site, signal: NodeJS.Signals) {
  const note = join(place.project, "migrate.pid");
  writeFileSync(join(place.project, "migrate.sh"), "echo $$ > migrate.pid\nexec sleep 60\n");
  const end = async (pid: number) => {
    for (let tries = 0; tries < 1000 && !begun(note); tries += 1) await wait(20);
    process.kill(pid, signal);
  };
  try {
    return await place.run("claude", {
      prompt: REQUEST,
      script: steps(shell("sh migrate.sh")),
      onStart: end,
    });
  } finally {
    endSleeper(Number(readFileSync(note, "utf8")));
  }
}

function begun(note: string): boolean {
  return existsSync(note) && readFileSync(note, "utf8") !== "";
}

function endSleeper(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Claude Code ended it already.
  }
}

/** What a new session of the same project is told at its start. */
async function nextContext(place: Site): Promise<string> {
  const { requests } = await place.run("claude", { prompt: "Where were we?", script: steps() });
  const said = requests[0] ? injections(requests[0]) : [];
  return said.find(({ event }) => event === "SessionStart")?.text ?? "";
}

function types(place: Site): string[] {
  return place.history().map(({ type }) => type);
}
