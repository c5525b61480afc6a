import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { LAUNCHES } from "../launch.js";
import { resultsIn } from "../request.js";
import { call, callFreely, say, steps, weighing } from "../script.js";
import type { Site } from "../site.js";
import { test, told } from "./fixture.js";

const { shell, write, plan, ask } = LAUNCHES.codex.hands;
const REQUEST = "Add a retry with jitter to src/upload.ts";
const OPEN = "Describe the retry in the manual";
const HEAVY = 260_000;
const SMALL = ["-c", "model_context_window=200000", "-c", "model_auto_compact_token_limit=150000"];

describe("Codex", () => {
  test("is recorded call by call, also where its hooks are silent", async ({ place }) => {
    const run = await firstSession(place);

    expect(run.code).toBe(0);
    expect(told(run.requests[0])).toEqual([expect.stringMatching(/^Tidemark · first/)]);
    const history = place.history();
    expect(new Set(history.map(({ agent }) => agent))).toEqual(new Set(["codex"]));
    const finished = history.filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => [data.tool, data.ok, data["paths"] ?? data["command"]])).toEqual([
      ["update_plan", true, undefined],
      ["apply_patch", true, ["src/upload.ts"]],
      ["apply_patch", false, ["src/absent.ts"]],
      ["apply_patch", true, ["src/jitter.ts"]],
      ["Bash", true, "echo ready"],
      ["Bash", false, "sh check.sh"],
    ]);
    expect(finished.at(-1)?.data).toMatchObject({ exit: 3 });
    expect(history.filter(({ type }) => type === "tool.started")).toHaveLength(finished.length);
    const said = history.filter(({ type }) => type === "message.said" || type === "turn.ended");
    expect(said.map(({ data }) => data.text ?? data.message)).toEqual([
      "I begin with the plan.",
      "The retry is in; the manual still lacks it.",
    ]);
  });

  test("is told where the work stands when it starts, goes on, forks and has compacted", async ({
    place,
  }) => {
    await firstSession(place);
    const next = await place.run("codex", {
      prompt: "What do we know of the jitter?",
      script: steps(
        shell('cat ".ai/recall/retry jitter"'),
        shell("cat .ai/recall/jitter | tr a-z A-Z"),
        say("Enough."),
      ),
    });

    const [context = ""] = told(next.requests[0]);
    for (const part of [REQUEST, OPEN, "src/upload.ts", "sh check.sh", 'cat ".ai/recall/'])
      expect(context).toContain(part);
    const [recalled, compound] = resultsIn(next.requests.at(-1));
    expect(recalled?.text).toContain(`The user asked: ${REQUEST}`);
    expect(compound?.text).toContain("No such file");

    const [id = ""] = startsOf(place)[0] ?? [];
    const resumed = await place.run("codex", {
      prompt: "Go on",
      args: ["resume", id, ...SMALL],
      script: steps(weighing(HEAVY, shell("echo heavy")), say("Lighter now.")),
    });
    expect(resumed.code).toBe(0);
    expect(told(resumed.requests[0]).at(-1)).toMatch(/^Tidemark · .*resumed/);
    // What was told before the compaction is gone with it, and told again.
    const after = told(resumed.requests.at(-1));
    expect(after).toHaveLength(1);
    expect(after[0]).toContain(REQUEST);
    const compacted = place.history().filter(({ type }) => type === "compaction.finished");
    expect(compacted.map(({ data }) => data.summary)).toEqual([
      expect.stringContaining("The pier was measured"),
    ]);

    const forked = await place.run("codex", { prompt: "Otherwise", args: ["fork", id], script: steps() });
    expect(told(forked.requests[0]).at(-1)).toMatch(/^Tidemark · .*fork/);
    const starts = startsOf(place);
    expect(starts.map(([, source]) => source)).toEqual(["startup", "startup", "resume", "compact", "fork"]);
    expect(starts.at(-1)?.[0]).not.toBe(id);
  });

  test("asks the memory by MCP", async ({ bare }) => {
    bare.tidemark("init", "--yes", "--agent", "codex", "--mcp");
    const run = await bare.run("codex", {
      prompt: REQUEST,
      script: steps(ask("tidemark", "recall", { query: "retry jitter" }), say("Nothing more.")),
    });

    expect(run.code).toBe(0);
    expect(resultsIn(run.requests.at(-1))[0]?.text).toMatch(/tidemark|memory/i);
    const [finished] = bare.history().filter(({ type }) => type === "tool.finished");
    expect(finished?.data).toMatchObject({ tool: "mcp__tidemark__recall", ok: true });
  });
});

/** A piece of work with a plan, patches in every form, and a check that fails. */
function firstSession(place: Site) {
  writeFileSync(join(place.project, "check.sh"), "echo 'pier 7 is missing' >&2\nexit 3\n");
  const { content } = plan?.(["Write the retry", OPEN]) ?? say("");
  const added = "*** Begin Patch\n*** Add File: src/jitter.ts\n+export const jitter = 3;\n*** End Patch\n";
  return place.run("codex", {
    prompt: REQUEST,
    script: steps(
      { content: [...say("I begin with the plan.").content, ...content] },
      write("src/upload.ts", "export const retry = 3;\n"),
      callFreely(
        "apply_patch",
        "*** Begin Patch\n*** Update File: src/absent.ts\n@@\n-a\n+b\n*** End Patch\n",
      ),
      call("exec_command", { cmd: `apply_patch <<'EOF'\n${added}EOF\n` }),
      shell("echo ready"),
      shell("sh check.sh"),
      say("The retry is in; the manual still lacks it."),
    ),
  });
}

function startsOf(place: Site): [session: string, source: string][] {
  return place
    .history()
    .flatMap(({ type, session = "", data }) =>
      type === "session.started" ? [[session, data.source ?? ""] as [string, string]] : [],
    );
}
