import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { LAUNCHES } from "./launch.js";
import { steps } from "./script.js";
import type { Site } from "./site.js";

/** Kills an agent while its command `sh migrate.sh` sleeps; the command says itself that it has begun. */
export async function killedInside(place: Site, agent: "codex" | "copilot", prompt: string) {
  const note = join(place.project, "migrate.pid");
  writeFileSync(join(place.project, "migrate.sh"), "echo $$ > migrate.pid\nexec sleep 60\n");
  const begun = () => existsSync(note) && readFileSync(note, "utf8") !== "";
  try {
    return await place.run(agent, {
      prompt,
      script: steps(LAUNCHES[agent].hands.shell("sh migrate.sh")),
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
    // Gone with the agent.
  }
}
