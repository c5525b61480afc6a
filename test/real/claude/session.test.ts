import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { StoredEvent } from "../product.js";
import type { ModelRequest } from "../request.js";
import { call, say, shell, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";
import { PLAN_TOOLS } from "./launch.js";

const REQUEST = "Add a retry with jitter to src/upload.ts";
const OPEN = "Describe the retry in the manual";

describe("the next session of Claude Code", () => {
  test("is told at its first use that there is nothing yet", async ({ place }) => {
    const run = await place.run("claude", { prompt: REQUEST, script: steps() });

    expect(run).toMatchObject({ code: 0, stdout: "Done.\n" });
    expect(started(run.requests[0])).toEqual([expect.stringMatching(/first (use|session)/i)]);
    const history = place.history();
    expect(history.filter(({ type }) => type === "injection.made")).toHaveLength(1);
    expect(facts(history)).toEqual([
      ["session.started", "startup"],
      ["prompt.submitted", REQUEST],
      ["turn.ended", "Done."],
      ["session.ended", "other"],
    ]);
  });

  test("is told the last request, the file and the open task of the one before", async ({ place }) => {
    await firstSession(place, randomUUID());
    const next = await place.run("claude", { prompt: "Where were we?", script: steps() });

    const [context = ""] = started(next.requests[0]);
    expect(context).toContain(REQUEST);
    expect(context).toContain("upload.ts");
    expect(context).toContain(OPEN);
    expect(place.history().filter(({ type }) => type === "session.started")).toHaveLength(2);
  });

  test("is told so too when it is the same session, resumed", async ({ place }) => {
    const id = randomUUID();
    const first = await firstSession(place, id);
    const resumed = await place.run("claude", { prompt: "Go on", script: steps(), args: ["--resume", id] });

    const before = started(first.requests[0]);
    const [context = "", ...more] = started(resumed.requests[0]).slice(before.length);
    expect(more).toEqual([]);
    expect(context).toMatch(/^Tidemark · .*resumed/);
    expect(context).toContain(OPEN);
    expect(sources(place.history())).toEqual([
      ["startup", id],
      ["resume", id],
    ]);
  });

  test("is told so too when it is a fork, which has an id of its own", async ({ place }) => {
    const id = randomUUID();
    const first = await firstSession(place, id);
    const forked = await place.run("claude", {
      prompt: "Try it another way",
      script: steps(),
      args: ["--resume", id, "--fork-session"],
    });

    const [context = ""] = started(forked.requests[0]).slice(started(first.requests[0]).length);
    expect(context).toMatch(/^Tidemark · .*fork/);
    expect(context).toContain(OPEN);
    const [, fork] = sources(place.history());
    expect(fork?.[0]).toBe("fork");
    expect(fork?.[1]).not.toBe(id);
  });
});

describe("what Claude Code did", () => {
  test("is stored call by call", async ({ place }) => {
    await firstSession(place, randomUUID());

    const history = place.history();
    const finished = history.filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => [data.tool, data.ok])).toEqual([
      ["TaskCreate", true],
      ["TaskCreate", true],
      ["Write", true],
      ["Edit", true],
      ["Bash", true],
      ["TaskUpdate", true],
    ]);
    expect(history.filter(({ type }) => type === "tool.started")).toHaveLength(finished.length);
    expect(new Set(history.map(({ agent }) => agent))).toEqual(new Set(["claude"]));
  });

  test("holds its subagents, and no prompt the user never wrote", async ({ place }) => {
    const look = call("Agent", { description: "Look", prompt: "Count the piers", subagent_type: "Explore" });
    const run = await place.run("claude", {
      prompt: REQUEST,
      script: steps(look, say("Three."), say("Waiting.")),
    });

    expect(run.code).toBe(0);
    const history = place.history();
    expect(history.filter(({ type }) => type === "prompt.submitted").map(({ data }) => data.text)).toEqual([
      REQUEST,
    ]);
    expect(history.filter(({ type }) => type.startsWith("subagent.")).map(({ type }) => type)).toEqual([
      "subagent.started",
      "subagent.finished",
    ]);
  });
});

/** A piece of work with a plan of two tasks, of which one stays open. */
function firstSession(place: Site, id: string) {
  const file = join(place.project, "src", "upload.ts");
  return place.run("claude", {
    prompt: REQUEST,
    args: ["--session-id", id],
    env: PLAN_TOOLS,
    script: steps(
      call("TaskCreate", { subject: "Write the retry", description: "In src/upload.ts" }),
      call("TaskCreate", { subject: OPEN, description: "One paragraph" }),
      call("Write", { file_path: file, content: "export function upload() {\n  return 1;\n}\n" }),
      call("Edit", { file_path: file, old_string: "return 1", new_string: "return retry(3)" }),
      shell("grep -c retry src/upload.ts"),
      call("TaskUpdate", { taskId: "1", status: "completed" }),
      say("The retry is in; the manual still lacks it."),
    ),
  });
}

function started(request: ModelRequest | undefined): string[] {
  return request
    ? injections(request).flatMap(({ event, text }) => (event === "SessionStart" ? text : []))
    : [];
}

function sources(history: StoredEvent[]) {
  return history.flatMap(({ type, data, session }) =>
    type === "session.started" ? [[data.source, session]] : [],
  );
}

function facts(history: StoredEvent[]) {
  const told = ["session.started", "prompt.submitted", "turn.ended", "session.ended"];
  return history
    .filter(({ type }) => told.includes(type))
    .map(({ type, data }) => [type, data.source ?? data.text ?? data.message ?? data.reason]);
}
