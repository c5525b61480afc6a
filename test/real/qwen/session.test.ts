import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import { testWith } from "../fixture.js";
import type { Reply } from "../message.js";
import { isCompaction, resultsIn, saidTo, timesSaid } from "../request.js";
import type { Script } from "../room.js";
import { call, SUMMARY, say, steps } from "../script.js";
import type { Site } from "../site.js";
import { launch } from "./launch.js";

const test = testWith("qwen");
const { shell, write, read, ask, plan } = launch.hands;
const REQUEST = "Add a retry with jitter to src/upload.ts";
const OPEN = "Describe the retry in the manual";
/** What a session is told at its start stands in the system prompt. */
const TOLD = "SessionStart additional context:\nTidemark · ";

describe("what Qwen Code did", () => {
  test("is stored call by call, and told to the next session once", async ({ place }) => {
    const first = await work(place);
    expect(first).toMatchObject({ code: 0, stdout: "The retry is in; the manual still lacks it.\n" });
    expect(timesSaid(first.requests.at(-1), TOLD)).toBe(1);
    expect(facts(place)).toEqual([
      ["session.started", "startup"],
      ["prompt.submitted", REQUEST],
      ["tool.finished", "todo_write", true],
      ["tool.finished", "write_file", true],
      ["tool.finished", "edit", true],
      ["tool.finished", "run_shell_command", false],
      ["turn.ended", "The retry is in; the manual still lacks it."],
    ]);

    const next = await place.run("qwen", { prompt: "Where were we?", script: steps(shell("true")) });
    const last = next.requests.at(-1);
    expect(timesSaid(last, TOLD)).toBe(1);
    for (const known of [REQUEST, "upload.ts", OPEN, "sh check.sh"]) expect(saidTo(last)).toContain(known);
  });
});

describe("a session that is gone on with", () => {
  test("keeps its prompts and is told that it was resumed, once; so is one that was compacted", async ({
    place,
  }) => {
    const id = randomUUID();
    const long = `echo ${"the pier is long ".repeat(400)}`;
    const script = steps(shell(long), shell(long), shell(long), say("Measured."));
    await place.run("qwen", { prompt: REQUEST, args: ["--session-id", id], script });
    const again = await place.run("qwen", { prompt: "Go on", args: ["--resume", id], script: steps() });
    const compacting = compressing();
    await place.run("qwen", { prompt: "/compress", args: ["--resume", id], script: compacting });
    const last = await place.run("qwen", { prompt: "And now?", args: ["--resume", id], script: steps() });

    const [resumed] = again.requests;
    expect(timesSaid(resumed, TOLD)).toBe(1);
    expect(resumed?.messages.filter(({ texts }) => texts.includes(REQUEST))).toHaveLength(1);
    expect(saidTo(resumed)).toMatch(/Tidemark · [^\n]*resumed/);
    expect(saidTo(last.requests[0])).toContain(SUMMARY);
    expect(sources(place)).toEqual([
      ["startup", id],
      ["resume", id],
      ["resume", id],
      ["compact", id],
      ["resume", id],
    ]);
    const compacted = place.history().filter(({ type }) => type === "compaction.finished");
    expect(compacted.map(({ data }) => data.summary)).toEqual([SUMMARY]);
  });
});

describe("what Qwen Code reads at .ai/recall/<query>", () => {
  test("is its memory, and the MCP server says the same; the project stays as it is", async ({ place }) => {
    place.tidemark("init", "--yes", "--agent", "qwen", "--mcp");
    await place.run("qwen", { prompt: REQUEST, script: steps(say("Three tries, then it gives up.")) });
    const before = readdirSync(place.project, { recursive: true });
    const run = await place.run("qwen", {
      prompt: "What do we know of it?",
      script: steps(
        read(join(place.project, ".ai/recall/upload jitter")),
        shell("cat '.ai/recall/upload jitter'"),
        shell("cat .ai/recall/submarine"),
        ask("tidemark", "recall", { query: "upload jitter" }),
      ),
    });

    expect(run).toMatchObject({ code: 0, stdout: "Done.\n" });
    const [byTool, byShell, nothing, byServer] = resultsIn(run.requests.at(-1));
    for (const answer of [byTool, byShell, byServer]) {
      expect(answer?.text).toContain(REQUEST);
      expect(answer?.text).toContain("Three tries, then it gives up.");
    }
    expect(nothing?.text).toContain("nothing in memory matches");
    expect(readdirSync(place.project, { recursive: true })).toEqual(before);
    const finished = place.history().filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => [data.tool, data["action"], data["target"]])).toEqual([
      ["read_file", "search", expect.stringMatching(/^recall/)],
      ["run_shell_command", "search", expect.stringMatching(/^recall/)],
      ["run_shell_command", "search", expect.stringMatching(/^recall/)],
      [expect.stringMatching(/^mcp_+tidemark_+recall$/), "other", "upload jitter"],
    ]);
  });
});

describe("a session that is killed inside a command", () => {
  test("is told to the next one as interrupted there", async ({ place }) => {
    const note = join(place.project, "migrate.pid");
    writeFileSync(join(place.project, "migrate.sh"), "echo $$ > migrate.pid\nexec sleep 60\n");
    await place.run("qwen", {
      prompt: REQUEST,
      script: steps(shell("sh migrate.sh")),
      onStart: async () => {
        while (!existsSync(note) || readFileSync(note, "utf8") === "") await wait(20);
        // The program that is started only starts another.
        process.kill(
          Number(place.history().find(({ type }) => type === "session.started")?.data["pid"]),
          "SIGKILL",
        );
      },
    });
    process.kill(Number(readFileSync(note, "utf8")), "SIGKILL");

    const next = await place.run("qwen", { prompt: "Where were we?", script: steps() });
    expect(saidTo(next.requests[0])).toMatch(/interrupted .*inside `sh migrate\.sh`/i);
    expect(saidTo(next.requests[0])).toContain(REQUEST);
  });
});

/** Like `steps`, with a summary in Qwen Code's own form. */
function compressing(...replies: Reply[]): Script {
  const script = steps(...replies);
  return (request, n) =>
    isCompaction(request) ? say(`<state_snapshot>${SUMMARY}</state_snapshot>`) : script(request, n);
}

function sources(place: Site) {
  return place
    .history()
    .flatMap(({ type, data, session }) => (type === "session.started" ? [[data.source, session]] : []));
}

/** A piece of work with a plan of which a part stays open, and a check that fails. */
function work(place: Site) {
  const file = join(place.project, "src", "upload.ts");
  writeFileSync(join(place.project, "check.sh"), "echo 'pier 7 is missing' >&2\nexit 3\n");
  return place.run("qwen", {
    prompt: REQUEST,
    script: steps(
      plan?.(["Write the retry", OPEN]) ?? say(""),
      write(file, "export function upload() {\n  return 1;\n}\n"),
      call("edit", { file_path: file, old_string: "return 1", new_string: "return retry(3)" }),
      shell("sh check.sh"),
      say("The retry is in; the manual still lacks it."),
    ),
  });
}

function facts(place: Site) {
  const told = ["session.started", "prompt.submitted", "tool.finished", "turn.ended", "session.ended"];
  return place
    .history()
    .filter(({ type }) => told.includes(type))
    .map(({ type, data }) =>
      type === "tool.finished"
        ? [type, data.tool, data.ok]
        : [type, data.source ?? data.text ?? data.message ?? data.reason],
    );
}
