import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { testWith } from "../fixture.js";
import { LAUNCHES } from "../launch.js";
import { resultsIn } from "../request.js";
import { steps } from "../script.js";

const { read } = LAUNCHES.opencode.hands;

testWith("opencode")(
  "OpenCode reads what memory answers where it would ask for other files outside the project",
  async ({ place }) => {
    const settings = join(place.home, ".config", "opencode", "opencode.json");
    const { permission: _, ...asking } = JSON.parse(readFileSync(settings, "utf8"));
    writeFileSync(settings, JSON.stringify(asking));
    const outside = join(place.home, "outside.txt");
    writeFileSync(outside, "none of the project's\n");
    const run = await place.run("opencode", {
      prompt: "Measure the pier",
      script: steps(read(join(place.project, ".ai/recall/pier")), read(outside)),
    });
    expect(run.code).toBe(0);
    const [recalled, ...others] = resultsIn(run.requests.at(-1));
    expect(recalled?.text).toContain("Tidemark · ");
    // There is nobody to ask: it is refused, and the turn is over.
    expect(others).toEqual([]);
    expect(run.stdout + run.stderr).toMatch(/external_directory/);
  },
);
