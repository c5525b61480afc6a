import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { LAUNCHES } from "../launch.js";
import { resultsIn } from "../request.js";
import { call, callFreely, say, steps } from "../script.js";
import type { Site } from "../site.js";
import { closingsOf, historyOf, startsOf, test, told } from "./fixture.js";

const { shell, write, read, ask } = LAUNCHES.copilot.hands;
const REQUEST = "Add a retry with jitter to src/upload.ts";
const OPEN = "Describing the retry in the manual";
const CLOSING = "The retry is in; the manual still lacks it.";

describe("Copilot CLI", () => {
  test("is recorded call by call, with its plan and its last words", async ({ place }) => {
    const run = await firstSession(place, randomUUID());

    expect(run.code).toBe(0);
    expect(told(run.requests[0])).toEqual([expect.stringMatching(/^Tidemark · first/)]);
    const history = historyOf(place);
    expect(new Set(history.map(({ agent }) => agent))).toEqual(new Set(["copilot"]));
    const finished = history.filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => [data.tool, data.ok, data["paths"] ?? data["command"]])).toEqual([
      ["sql", true, undefined],
      ["create", true, ["src/upload.ts"]],
      ["edit", true, ["src/upload.ts"]],
      ["view", false, ["src/absent.ts"]],
      ["bash", false, "sh check.sh"],
      ["sql", true, undefined],
    ]);
    expect(finished.at(-2)?.data).toMatchObject({ exit: 3 });
    expect(history.filter(({ type }) => type === "tool.started")).toHaveLength(finished.length);
    const said = history.filter(({ type }) => type === "message.said" || type === "turn.ended");
    expect([...new Set(said.map(({ data }) => data.text ?? data.message))]).toEqual([
      "I begin with the plan.",
      CLOSING,
    ]);
    expect(closingsOf(place)).toEqual([CLOSING]);
  });

  test("is told where the work stands, and reads from memory as from a file", async ({ place }) => {
    await firstSession(place, randomUUID());
    const next = await place.run("copilot", {
      prompt: "What do we know of the jitter?",
      script: steps(
        read(join(place.project, ".ai", "recall", "retry jitter")),
        shell("cat '.ai/recall/retry jitter'"),
        say("Enough."),
      ),
    });

    const [context = "", ...more] = told(next.requests[0]);
    expect(more).toEqual([]);
    for (const part of [REQUEST, OPEN, "src/upload.ts", "sh check.sh"]) expect(context).toContain(part);
    const recalled = resultsIn(next.requests.at(-1)).map(({ text }) => text);
    expect(recalled).toHaveLength(2);
    for (const text of recalled) expect(text).toContain(`The user asked: ${REQUEST}`);
    const asked = place
      .history()
      .filter(({ type, data }) => type === "tool.finished" && data["action"] === "search");
    expect(asked).toHaveLength(2);
  });

  test("goes on with a session by its own record, also after a compaction", async ({ place }) => {
    const id = randomUUID();
    await firstSession(place, id);
    const again = await place.through(["resume", "--session", id, "--yes"], {
      prompt: "Go on",
      script: steps(),
    });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("still has its record") });
    // What its prompts were told before stands in its record.
    expect(told(again.requests[0])).toEqual([
      expect.stringMatching(/^Tidemark · first/),
      expect.stringMatching(/^Tidemark · .*resumed/),
    ]);

    await place.run("copilot", { prompt: "/compact", args: [`--resume=${id}`], script: steps() });
    const after = await place.run("copilot", {
      prompt: "And then?",
      args: [`--resume=${id}`],
      script: steps(),
    });
    // What was told before the compaction is gone with it.
    expect(told(after.requests[0])).toEqual([expect.stringContaining(OPEN)]);
    expect(startsOf(place)).toEqual([
      ["startup", id],
      ["resume", id],
      ["resume", id],
    ]);
    const compacted = place.history().filter(({ type }) => type.startsWith("compaction."));
    expect(compacted.map(({ type, data }) => [type, data.summary])).toEqual([
      ["compaction.started", undefined],
      ["compaction.finished", expect.stringContaining("The pier was measured")],
    ]);
  });

  test("has its subagents recorded in their caller's session, and patches by their files", async ({
    place,
  }) => {
    const look = call("task", {
      agent_type: "explore",
      name: "piers",
      description: "Look",
      prompt: "Count the piers",
    });
    const run = await place.run("copilot", {
      prompt: REQUEST,
      env: { COPILOT_MODEL: "gpt-5.4" },
      script: steps(
        look,
        shell("echo three"),
        say("Three."),
        callFreely(
          "apply_patch",
          "*** Begin Patch\n*** Add File: src/pier.ts\n+export const piers = 3;\n*** End Patch\n",
        ),
        say("Counted."),
      ),
    });

    expect(run.code).toBe(0);
    const history = historyOf(place);
    expect(new Set(history.flatMap(({ session }) => session ?? [])).size).toBe(1);
    expect(history.filter(({ type }) => type === "prompt.submitted").map(({ data }) => data.text)).toEqual([
      REQUEST,
    ]);
    expect(history.filter(({ type }) => /^(subagent|turn)\./.test(type)).map(({ type }) => type)).toEqual([
      "subagent.started",
      "subagent.finished",
      "turn.ended",
    ]);
    const [inside] = history.filter(({ type, data }) => type === "tool.finished" && data.tool === "bash");
    expect(inside?.data["agentId"]).toBeTypeOf("string");
    const [patched] = history.filter(
      ({ type, data }) => type === "tool.finished" && data.tool === "apply_patch",
    );
    expect(patched?.data).toMatchObject({ action: "write", paths: ["src/pier.ts"], ok: true });
  });

  test("asks the memory by MCP", async ({ bare }) => {
    bare.tidemark("init", "--yes", "--agent", "copilot", "--mcp");
    const run = await bare.run("copilot", {
      prompt: REQUEST,
      script: steps(ask("tidemark", "recall", { query: "retry jitter" }), say("Nothing more.")),
    });

    expect(run.code).toBe(0);
    expect(resultsIn(run.requests.at(-1))[0]?.text).toMatch(/tidemark|memory/i);
    const [finished] = bare.history().filter(({ type }) => type === "tool.finished");
    expect(finished?.data).toMatchObject({ tool: "tidemark-recall", ok: true });
  });
});

describe("where Claude's hooks stand in the project", () => {
  test("Copilot CLI runs them too, and all is recorded once and as its own", async ({ place }) => {
    place.tidemark("init", "--yes", "--agent", "claude", "--project");
    const run = await place.run("copilot", {
      prompt: REQUEST,
      env: { GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS: "true" },
      script: steps(write(join(place.project, "quay.md"), "# Quay\n"), say("It is noted.")),
    });

    expect(told(run.requests[0])).toHaveLength(1);
    const history = historyOf(place);
    expect(new Set(history.map(({ agent }) => agent))).toEqual(new Set(["copilot"]));
    const types = history
      .map(({ type }) => type)
      .filter((type) => /^(session|prompt|tool|turn)\./.test(type));
    expect(types).toEqual([
      "session.started",
      "prompt.submitted",
      "tool.started",
      "tool.finished",
      "turn.ended",
      "session.ended",
    ]);
  });
});

/** A piece of work with a plan of two tasks, of which one stays open, and a check that fails. */
function firstSession(place: Site, id: string) {
  const file = join(place.project, "src", "upload.ts");
  mkdirSync(join(place.project, "src"), { recursive: true });
  writeFileSync(join(place.project, "check.sh"), "echo 'pier 7 is missing' >&2\nexit 3\n");
  const query = `INSERT INTO todos (id, title) VALUES ('retry', 'Writing the retry'), ('manual', '${OPEN}')`;
  const plan = call("sql", { description: "Plan", query });
  return place.run("copilot", {
    prompt: REQUEST,
    args: ["--session-id", id],
    script: steps(
      { content: [...say("I begin with the plan.").content, ...plan.content] },
      write(file, "export function upload() {\n  return 1;\n}\n"),
      call("edit", { path: file, old_str: "return 1", new_str: "return retry(3)" }),
      read(join(place.project, "src", "absent.ts")),
      shell("sh check.sh"),
      call("sql", { description: "Done", query: "UPDATE todos SET status = 'done' WHERE id = 'retry'" }),
      say(CLOSING),
    ),
  });
}
