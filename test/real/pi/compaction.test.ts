import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { testWith } from "../fixture.js";
import { LAUNCHES } from "../launch.js";
import { eventsOf, TOLD, wordsIn } from "../plugin-story.js";
import { timesSaid } from "../request.js";
import { SUMMARY, say, steps, weighing } from "../script.js";

const { shell } = LAUNCHES.pi.hands;

testWith("pi")("pi is told anew after a compaction", async ({ place }) => {
  const settings = join(place.home, ".pi", "agent", "settings.json");
  // Of a short conversation it would keep all.
  const kept = { ...JSON.parse(readFileSync(settings, "utf8")), compaction: { keepRecentTokens: 1 } };
  writeFileSync(settings, JSON.stringify(kept));
  const run = await place.run("pi", {
    prompt: "Measure the pier",
    script: steps(shell("echo measured"), weighing(99_500, say("Forty metres."))),
  });
  expect(run.code).toBe(0);
  const next = await place.run("pi", { prompt: "And the quay?", args: ["--continue"], script: steps() });

  const events = eventsOf(place, "pi");
  expect(events.find(({ type }) => type === "compaction.finished")?.data.summary).toContain(SUMMARY);
  const request = next.requests.at(-1);
  expect(wordsIn(request)).toContain(SUMMARY);
  expect(timesSaid(request, TOLD)).toBe(1);
  expect(wordsIn(request)).toMatch(/Tidemark · /);
});
