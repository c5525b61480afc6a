import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { resultsIn } from "../request.js";
import { call, say, shell, steps } from "../script.js";
import { test } from "./fixture.js";

const REQUEST = "Add a retry with jitter to src/upload.ts";

describe("what Claude Code reads at .ai/recall/<query>", () => {
  test("is its memory, by its own tool and by cat, and the project stays as it is", async ({ place }) => {
    await place.run("claude", { prompt: REQUEST, script: steps(say("Three tries, then it gives up.")) });
    const before = readdirSync(place.project, { recursive: true });
    const run = await place.run("claude", {
      prompt: "What do we know of it?",
      script: steps(
        call("Read", { file_path: join(place.project, ".ai/recall/upload jitter") }),
        shell("cat '.ai/recall/upload jitter'"),
        shell("cat .ai/recall/submarine"),
        shell("cat .ai/recall/jitter | tr a-z A-Z"),
      ),
    });

    expect(run).toMatchObject({ code: 0, stdout: "Done.\n" });
    const [read, printed, nothing, compound] = resultsIn(run.requests.at(-1));
    for (const answer of [read, printed]) {
      expect(answer).toMatchObject({ isError: false });
      expect(answer?.text).toContain(`The user asked: ${REQUEST}`);
      expect(answer?.text).toContain("The agent answered: Three tries, then it gives up.");
    }
    expect(nothing?.text).toMatch(/^Tidemark · nothing in memory matches/);
    // What is more than a question stays Claude's own business.
    expect(compound?.text).toContain("No such file");
    expect(readdirSync(place.project, { recursive: true })).toEqual(before);
    const finished = place.history().filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => [data.tool, data["action"], data["target"] ?? ""])).toEqual([
      ["Read", "search", expect.stringMatching(/^recall/)],
      ["Bash", "search", expect.stringMatching(/^recall/)],
      ["Bash", "search", expect.stringMatching(/^recall/)],
      ["Bash", "shell", ""],
    ]);
  });

  test("is allowed where reading is not, and nothing else is", async ({ place }) => {
    await place.run("claude", { prompt: REQUEST, script: steps() });
    const run = await place.run("claude", {
      prompt: "What do we know of it?",
      args: ["--permission-mode", "default"],
      script: steps(shell("cat .ai/recall/jitter"), shell("touch .ai-was-here"), say("Done.")),
    });

    const [recalled, other] = resultsIn(run.requests.at(-1));
    expect(recalled).toMatchObject({ isError: false, text: expect.stringContaining(REQUEST) });
    expect(other).toMatchObject({ isError: true });
    expect(readdirSync(place.project)).not.toContain(".ai-was-here");
  });
});
