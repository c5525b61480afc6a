import { join } from "node:path";
import { describe, expect } from "vitest";
import type { ModelRequest } from "../request.js";
import { call, say, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";

const REQUEST = "Let's use a ring buffer instead of a list for the tide gauge";
const CODES =
  /^<recorded>\nproj:project\nask:\S+\nimpl:src\/gauge\.ts\nimpl:readGauge\ndec:\S*ring-buffer\S*-not-\S*list\n<\/recorded>$/;

describe("the model is told", () => {
  test("in prose, unless somebody wants codes", async ({ place }) => {
    await work(place);
    const next = await place.run("claude", { prompt: "Where were we?", script: steps() });

    const told = startOf(next.requests[0]);
    expect(told).toMatch(/^Tidemark · continuing after/);
    expect(told).toContain("Decided: ring buffer (rejected: list)");
    expect(told).toContain("Files: src/gauge.ts");
  });

  test("in codes where the profile says so", async ({ place }) => {
    await work(place);
    place.tidemark("profile", "set-preference", "style", "codes");
    const next = await place.run("claude", { prompt: "Where were we?", script: steps() });

    expect(startOf(next.requests[0])).toMatch(CODES);
  });

  test("in codes where the environment says so", async ({ place }) => {
    await work(place);
    const env = { TIDEMARK_STYLE: "codes" };
    const next = await place.run("claude", { prompt: "Where were we?", script: steps(), env });

    expect(startOf(next.requests[0])).toMatch(CODES);
  });

  test("no codes in a project without a past, and works as ever", async ({ place }) => {
    const env = { TIDEMARK_STYLE: "codes" };
    const run = await place.run("claude", { prompt: REQUEST, script: steps(), env });

    expect(run).toMatchObject({ code: 0, stdout: "Done.\n" });
    expect(run.requests.flatMap(injections)).toEqual([]);
  });
});

function work(place: Site) {
  const file_path = join(place.project, "src", "gauge.ts");
  const content = "export function readGauge() {\n  return 4.2;\n}\n";
  return place.run("claude", {
    prompt: REQUEST,
    script: steps(call("Write", { file_path, content }), say("The gauge reads from the ring buffer.")),
  });
}

function startOf(request: ModelRequest | undefined): string | undefined {
  const said = request === undefined ? [] : injections(request);
  return said.find(({ event }) => event === "SessionStart")?.text;
}
