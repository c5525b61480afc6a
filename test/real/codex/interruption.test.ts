import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { LAUNCHES } from "../launch.js";
import { steps } from "../script.js";
import type { Site } from "../site.js";
import { test, told } from "./fixture.js";

const { shell } = LAUNCHES.codex.hands;
const REQUEST = "Move the harbour to the new table";

test("a session of Codex that is killed inside a command is told as interrupted there", async ({ place }) => {
  const run = await killed(place);

  expect(run.signal).toBe("SIGKILL");
  expect(place.history().map(({ type }) => type)).not.toContain("session.ended");
  const next = await place.run("codex", { prompt: "Where were we?", script: steps() });
  const [context = ""] = told(next.requests[0]);
  expect(context).toMatch(/interrupted .*inside `sh migrate\.sh`/i);
  expect(context).toContain(REQUEST);

  // Its own record is still there: Codex goes on with it.
  const [first] = place.history().filter(({ type }) => type === "session.started");
  const again = await place.through(["resume", "--session", first?.session ?? "", "--yes"], {
    prompt: "Go on",
    script: steps(),
  });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("still has its record") });
  const last = place.history().findLast(({ type }) => type === "session.started");
  expect(last).toMatchObject({ session: first?.session, data: { source: "resume" } });
});

/** Kills Codex while its shell command sleeps; the command says itself that it has begun. */
async function killed(place: Site) {
  const note = join(place.project, "migrate.pid");
  writeFileSync(join(place.project, "migrate.sh"), "echo $$ > migrate.pid\nexec sleep 60\n");
  const begun = () => existsSync(note) && readFileSync(note, "utf8") !== "";
  try {
    return await place.run("codex", {
      prompt: REQUEST,
      script: steps(shell("sh migrate.sh")),
      onStart: async (pid) => {
        for (let tries = 0; tries < 1000 && !begun(); tries += 1) await wait(20);
        process.kill(pid, "SIGKILL");
      },
    });
  } finally {
    endSleeper(Number(readFileSync(note, "utf8")));
  }
}

function endSleeper(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone with Codex.
  }
}
