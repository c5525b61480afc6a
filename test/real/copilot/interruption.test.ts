import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { LAUNCHES } from "../launch.js";
import { steps } from "../script.js";
import type { Site } from "../site.js";
import { test, told } from "./fixture.js";

const { shell } = LAUNCHES.copilot.hands;
const REQUEST = "Move the harbour to the new table";

test("a session of Copilot CLI that is killed inside a command is told as interrupted there", async ({
  place,
}) => {
  const run = await killed(place);

  expect(run.signal).toBe("SIGKILL");
  expect(place.history().map(({ type }) => type)).not.toContain("session.ended");
  const next = await place.run("copilot", { prompt: "Where were we?", script: steps() });
  const [context = ""] = told(next.requests[0]);
  expect(context).toMatch(/interrupted .*inside `sh migrate\.sh`/i);
  expect(context).toContain(REQUEST);
});

/** Kills Copilot CLI while its shell command sleeps; the command says itself that it has begun. */
async function killed(place: Site) {
  const note = join(place.project, "migrate.pid");
  writeFileSync(join(place.project, "migrate.sh"), "echo $$ > migrate.pid\nexec sleep 60\n");
  const begun = () => existsSync(note) && readFileSync(note, "utf8") !== "";
  try {
    return await place.run("copilot", {
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
    // Gone with Copilot CLI.
  }
}
