import { resolve } from "node:path";
import { describe, expect } from "vitest";
import { resultsIn, saidTo } from "../request.js";
import type { Run } from "../room.js";
import { call, say, shell, steps } from "../script.js";
import { programOf, type Site } from "../site.js";
import { test } from "./fixture.js";

const PACKAGE = resolve(import.meta.dirname, "../../..");
const REQUEST = "Add a retry with jitter to src/upload.ts";

/** Claude Code itself, with other words than a prompt. */
function claude({ room, env, project }: Site, ...words: string[]): Promise<Run> {
  const [command = "", ...first] = programOf("claude").words;
  return room.run({ command, args: [...first, ...words], env, cwd: project, script: steps() });
}

async function install(place: Site): Promise<void> {
  for (const words of [
    ["marketplace", "add", PACKAGE],
    ["install", "tidemark@tidemark"],
  ]) {
    expect(await claude(place, "plugin", ...words)).toMatchObject({ code: 0 });
  }
}

describe("the plugin in the package", () => {
  test("passes Claude Code's own validation, as does its marketplace", async ({ bare }) => {
    for (const folder of [PACKAGE, resolve(PACKAGE, "dist")]) {
      const { code, stdout } = await claude(bare, "plugin", "validate", folder);
      expect(code).toBe(0);
      expect(stdout).toContain("Validation passed");
    }
  });

  test("records, tells the next session, answers by MCP, and has its commands expanded", async ({ bare }) => {
    await install(bare);
    await bare.run("claude", { prompt: REQUEST, script: steps(say("Three tries, then it gives up.")) });
    const types = bare.history().map(({ type }) => type);
    expect(types.filter((type) => type === "prompt.submitted")).toHaveLength(1);
    expect(types).toEqual(expect.arrayContaining(["session.started", "turn.ended", "session.ended"]));

    const found = JSON.parse(bare.tidemark("doctor", "--json"));
    expect(found).toMatchObject({ ok: true });
    expect(JSON.stringify(found)).toContain("as a plugin, ");

    const next = await bare.run("claude", {
      prompt: "Where were we?",
      script: steps(call("mcp__plugin_tidemark_tidemark__recall", { query: "jitter" })),
    });
    expect(saidTo(next.requests[0])).toMatch(/Tidemark · [^\n]*\n<recorded>\n/);
    expect(saidTo(next.requests[0])).toContain(REQUEST);
    const [recalled] = resultsIn(next.requests.at(-1));
    expect(recalled).toMatchObject({
      isError: false,
      text: expect.stringContaining(`The user asked: ${REQUEST}`),
    });

    const typed = await bare.run("claude", {
      prompt: "/tidemark:recall upload jitter",
      script: (request, n) =>
        n === 1
          ? shell(`${/node ".*plugin\.cjs" cli recall/.exec(saidTo(request))?.[0]} upload jitter`)
          : say("Done."),
    });
    const asked = saidTo(typed.requests[0]);
    expect(asked).toContain("<words>\nupload jitter\n</words>");
    expect(asked).not.toContain("CLAUDE_PLUGIN_ROOT");
    const [printed] = resultsIn(typed.requests.at(-1));
    expect(printed).toMatchObject({ isError: false, text: expect.stringContaining(REQUEST) });
  });

  test("keeps silent where init has set hooks up, too, and doctor says so", async ({ bare }) => {
    bare.tidemark("init", "--yes", "--agent", "claude");
    await install(bare);
    const run = await bare.run("claude", { prompt: REQUEST, script: steps(shell("echo done")) });
    expect(run.code).toBe(0);
    const counted = (wanted: string) => bare.history().filter(({ type }) => type === wanted).length;
    expect(["session.started", "prompt.submitted", "tool.finished", "turn.ended"].map(counted)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(bare.tidemark("doctor")).toContain("the plugin is there, too");
  });
});
