import { join } from "node:path";
import { describe, expect } from "vitest";
import { PLAN_TOOLS } from "./claude/launch.js";
import { testWith } from "./fixture.js";
import { LAUNCHES } from "./launch.js";
import type { Reply } from "./message.js";
import { saidTo } from "./request.js";
import type { Run } from "./room.js";
import { say, steps } from "./script.js";
import type { Site } from "./site.js";

const REQUEST = "Add a retry with jitter to src/upload.ts";
const OPEN = "Describe the retry in the manual";
const test = testWith("claude", "codex", "gemini", "opencode");

describe("work that goes from agent to agent", () => {
  test("is one thread, and each is told what was done before it and in which agent", async ({ place }) => {
    const { codex, gemini, opencode } = LAUNCHES;
    const at = (path: string) => join(place.project, path);

    await inClaude(place);
    const second = await goOn(place, "codex", [
      codex.hands.write(at("src/jitter.ts"), "export const jitter = 0.2;\n"),
      say("The jitter is a module of its own now."),
    ]);
    const third = await goOn(place, "gemini", [
      gemini.hands.write(at("src/limit.ts"), "export const limit = 5;\n"),
      say("There are five tries at most."),
    ]);
    const fourth = await goOn(place, "opencode", [
      opencode.hands.write(at("manual.md"), "# Retry\n"),
      say("The manual describes the retry."),
    ]);

    for (const [run, agent, file] of [
      [second, "Claude Code", "upload.ts"],
      [third, "Codex", "jitter.ts"],
      [fourth, "Gemini CLI", "limit.ts"],
    ] as const) {
      const told = toldTo(run);
      expect(told).toMatch(new RegExp(`going on with a session of .* ago \\(in ${agent}\\)`));
      for (const part of [REQUEST, OPEN, "exponential backoff"]) expect(told).toContain(part);
      expect(told).toMatch(new RegExp(`^Files: src/.*\\b${file}\\b`, "m"));
    }
    expect(sessionsIn(place)).toEqual([
      ["claude", "src/upload.ts"],
      ["codex", "src/jitter.ts"],
      ["gemini", "src/limit.ts"],
      ["opencode", "manual.md"],
    ]);
    const [thread, ...others] = JSON.parse(place.tidemark("threads", "--json"));
    expect(others).toEqual([]);
    expect(thread).toMatchObject({ title: expect.stringContaining("retry with jitter"), turns: 4 });
    expect(thread.sessions).toHaveLength(4);
    expect(place.tidemark("threads")).toContain("Claude Code, Codex, Gemini CLI, OpenCode");
  });

  test("comes back: what Codex did is told to Claude Code without any resume", async ({ place }) => {
    const { codex } = LAUNCHES;
    const file = join(place.project, "src", "upload.ts");
    await place.run("codex", {
      prompt: REQUEST,
      script: steps(
        codex.hands.plan?.(["Write the retry", OPEN]) ?? say(""),
        codex.hands.write(file, "export const tries = 3;\n"),
        say("The retry is in."),
      ),
    });
    const told = toldTo(await place.run("claude", { prompt: "Where were we?", script: steps() }));
    expect(told).toContain("(in Codex)");
    for (const part of [REQUEST, OPEN, "src/upload.ts"]) expect(told).toContain(part);
  });
});

function inClaude(place: Site): Promise<Run> {
  const { plan, write } = LAUNCHES.claude.hands;
  return place.run("claude", {
    prompt: REQUEST,
    env: PLAN_TOOLS,
    script: steps(
      plan?.(["Write the retry", OPEN]) ?? say(""),
      write(join(place.project, "src", "upload.ts"), "export const tries = 3;\n"),
      say("I decided on exponential backoff instead of a fixed delay. The retry is in."),
    ),
  });
}

/** As a person does who says no more than that: what there is to go on with, the agent has from us alone. */
async function goOn(place: Site, agent: string, replies: Reply[]): Promise<Run> {
  const run = await place.through(["resume", "--in", agent, "--yes"], {
    prompt: "Go on",
    script: steps(...replies),
  });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("A new session of") });
  return run;
}

/** What Tidemark said, from its name to where the agent lets it end. Gemini CLI writes `<` in its own way. */
function toldTo({ requests: [first] }: Run): string {
  const said = saidTo(first).replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const [told, ...more] = said.match(/Tidemark · [\s\S]*?<\/recorded>/g) ?? [];
  expect(more).toEqual([]);
  return told ?? "";
}

function sessionsIn(place: Site) {
  const sessions: { agent: string; files: string[] }[] = JSON.parse(place.tidemark("sessions", "--json"));
  return sessions.reverse().map(({ agent, files }) => [agent, ...files]);
}
