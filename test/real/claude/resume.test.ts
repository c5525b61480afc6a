import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import type { ModelRequest } from "../request.js";
import { call, say, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";
import { settingsIn } from "./launch.js";

const REQUEST = "Add a retry with jitter to src/upload.ts";
const CLOSING = "The retry is in. Next: describe it in the manual.";

describe("tidemark resume", () => {
  test("lets Claude Code go on with its own record of a session", async ({ place }) => {
    const id = randomUUID();
    const before = await firstSession(place, id);
    await otherSession(place);
    const run = await place.through(["resume", "--session", id, "--yes"], {
      prompt: "Go on",
      script: steps(),
    });

    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("still has its record") });
    expect(run.requests[0]?.messages.length).toBeGreaterThan(before.requests[0]?.messages.length ?? 0);
    expect(startsOf(place)).toEqual([
      ["startup", id],
      ["startup", expect.not.stringContaining(id)],
      ["resume", id],
    ]);
  });

  test("starts a new one with the handover where the record is gone", async ({ place }) => {
    const id = randomUUID();
    await firstSession(place, id);
    await otherSession(place);
    removeRecord(place, id);
    const run = await place.through(["resume", "--session", id, "--yes"], {
      prompt: "Go on",
      script: steps(),
    });

    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("no longer has its record") });
    const [told = "", ...more] = started(run.requests[0]);
    expect(more).toEqual([]);
    expect(told).toMatch(/^Tidemark · going on with a session of .* ago/);
    expect(told).toContain(REQUEST);
    expect(told).toContain("src/upload.ts");
    expect(told).not.toContain("Paint the pier");
    const [, , [source, session] = []] = startsOf(place);
    expect(source).toBe("startup");
    expect(session).not.toBe(id);
  });
});

function firstSession(place: Site, id: string) {
  const file = join(place.project, "src", "upload.ts");
  return place.run("claude", {
    prompt: REQUEST,
    args: ["--session-id", id],
    script: steps(call("Write", { file_path: file, content: "export const tries = 3;\n" }), say(CLOSING)),
  });
}

function otherSession(place: Site) {
  const file = join(place.project, "pier.md");
  return place.run("claude", {
    prompt: "Paint the pier",
    script: steps(call("Write", { file_path: file, content: "blue\n" }), say("Painted.")),
  });
}

/** As an agent does that clears up after a while. */
function removeRecord(place: Site, id: string): void {
  const projects = join(dirname(settingsIn(place)), "projects");
  const found = readdirSync(projects).map((folder) => join(projects, folder, `${id}.jsonl`));
  for (const file of found) rmSync(file, { force: true });
}

function started(request: ModelRequest | undefined): string[] {
  return request
    ? injections(request).flatMap(({ event, text }) => (event === "SessionStart" ? text : []))
    : [];
}

function startsOf(place: Site) {
  return place
    .history()
    .flatMap(({ type, data, session }) => (type === "session.started" ? [[data.source, session]] : []));
}
