import { expect } from "vitest";
import { killedInside } from "../killed.js";
import { steps } from "../script.js";
import { test, told } from "./fixture.js";

const REQUEST = "Move the harbour to the new table";

test("a session of Codex that is killed inside a command is told as interrupted there", async ({ place }) => {
  const run = await killedInside(place, "codex", REQUEST);

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
