import { expect } from "vitest";
import { killedInside } from "../killed.js";
import { steps } from "../script.js";
import { test, told } from "./fixture.js";

const REQUEST = "Move the harbour to the new table";

test("a session of Copilot CLI that is killed inside a command is told as interrupted there", async ({
  place,
}) => {
  const run = await killedInside(place, "copilot", REQUEST);

  expect(run.signal).toBe("SIGKILL");
  expect(place.history().map(({ type }) => type)).not.toContain("session.ended");
  const next = await place.run("copilot", { prompt: "Where were we?", script: steps() });
  const [context = ""] = told(next.requests[0]);
  expect(context).toMatch(/interrupted .*inside `sh migrate\.sh`/i);
  expect(context).toContain(REQUEST);
});
