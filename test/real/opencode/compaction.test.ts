import { expect } from "vitest";
import { testWith } from "../fixture.js";
import { LAUNCHES } from "../launch.js";
import { eventsOf, TOLD, wordsIn } from "../plugin-story.js";
import { saidTo, timesSaid } from "../request.js";
import { SUMMARY, say, steps, weighing } from "../script.js";

const { shell } = LAUNCHES.opencode.hands;

testWith("opencode")(
  "OpenCode is told anew after a compaction in the middle of a turn",
  async ({ place }) => {
    const run = await place.run("opencode", {
      prompt: "Measure the pier",
      script: steps(weighing(99_500, shell("echo measured")), shell("true"), say("Forty metres.")),
    });
    expect(run.code).toBe(0);
    const after = run.requests.slice(2);
    expect(after).toHaveLength(2);
    for (const request of after) {
      expect(wordsIn(request)).toContain(SUMMARY);
      expect(timesSaid(request, TOLD)).toBe(1);
      expect(saidTo(request)).toMatch(/Tidemark · context compacted[\s\S]*Measure the pier/);
    }
    const events = eventsOf(place, "opencode");
    expect(events.map(({ type }) => type)).toEqual([
      "session.started",
      "injection.made",
      "prompt.submitted",
      "tool.started",
      "tool.finished",
      "compaction.started",
      "compaction.finished",
      "session.started",
      "injection.made",
      "tool.started",
      "tool.finished",
      "turn.ended",
      "session.ended",
    ]);
    expect(events[6]?.data.summary).toContain(SUMMARY);
    expect(events[7]?.data.source).toBe("compact");
  },
);
