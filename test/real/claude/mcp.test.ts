import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { resultsIn, saidTo } from "../request.js";
import { call, say, steps } from "../script.js";
import { test } from "./fixture.js";

const REQUEST = "Add a retry with jitter to src/upload.ts";

describe("the MCP server that init registers with Claude Code", () => {
  test("is started by it, tells what it is for, and its tools work", async ({ bare }) => {
    bare.tidemark("init", "--yes", "--agent", "claude", "--mcp");
    await bare.run("claude", { prompt: REQUEST, script: steps(say("Three tries, then it gives up.")) });
    const run = await bare.run("claude", {
      prompt: "Keep that we sleep with jitter.",
      script: steps(
        call("mcp__tidemark__recall", { query: "upload jitter" }),
        call("mcp__tidemark__remember", { kind: "decision", text: "Sleep with jitter", reason: "herds" }),
        call("mcp__tidemark__session", { what: "list" }),
        call("mcp__tidemark__checkpoint", { action: "restore", id: "c99" }),
      ),
    });
    expect(run).toMatchObject({ code: 0, stdout: "Done.\n" });
    expect(saidTo(run.requests[0])).toContain("this project's memory across sessions and agents");
    const [recalled, kept, listed, refused] = resultsIn(run.requests.at(-1));
    expect(recalled).toMatchObject({ isError: false });
    expect(recalled?.text).toContain(`The user asked: ${REQUEST}`);
    expect(kept?.text).toContain("Remembered as decision");
    expect(listed?.text).toContain(REQUEST);
    expect(refused).toMatchObject({ isError: true });
    expect(refused?.text).toContain('There is no checkpoint "c99"');
    const history = bare.history();
    const session = history.findLast(({ type }) => type === "session.started")?.session;
    const declared = history.filter(({ type }) => type === "fact.declared");
    expect(declared).toMatchObject([{ session, data: { text: "Sleep with jitter", by: "agent" } }]);
  });

  test("goes out of Claude Code's own state again, and leaves that as it was", async ({ bare }) => {
    const state = join(bare.env["CLAUDE_CONFIG_DIR"] ?? "", ".claude.json");
    await bare.run("claude", { prompt: "Hello", script: steps() });
    const before = readFileSync(state, "utf8");
    bare.tidemark("init", "--yes", "--agent", "claude", "--mcp");
    expect(JSON.parse(readFileSync(state, "utf8"))).toMatchObject({
      mcpServers: { tidemark: { type: "stdio", args: [join(bare.memory, "program", "mcp.cjs")] } },
    });
    bare.tidemark("remove", "--yes", "--agent", "claude");
    expect(readFileSync(state, "utf8")).toBe(before);
  });
});
