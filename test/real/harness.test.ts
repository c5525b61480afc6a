import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { testWith } from "./fixture.js";
import type { AgentName } from "./install.js";
import { LAUNCHES } from "./launch.js";
import { resultsIn, saidTo } from "./request.js";
import { say, steps } from "./script.js";

const AGENTS: readonly AgentName[] = ["claude", "codex", "gemini", "opencode", "copilot", "pi", "qwen"];

describe("a scripted model", () => {
  for (const agent of AGENTS) {
    const { write, read, shell } = LAUNCHES[agent].hands;

    testWith(agent)(`works with the hands of ${agent}`, async ({ bare }) => {
      const file = join(bare.project, "quay.md");
      const run = await bare.run(agent, {
        prompt: "Note the quay",
        script: steps(write(file, "# Quay\n"), read(file), shell("echo h''arbour"), say("It is noted.")),
      });

      expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("It is noted.") });
      expect(run.requests).toHaveLength(4);
      expect(saidTo(run.requests[0])).toContain("Note the quay");
      expect(readFileSync(file, "utf8")).toBe("# Quay\n");
      const [, content, printed, ...more] = resultsIn(run.requests.at(-1));
      expect(content?.text).toContain("# Quay");
      expect(printed?.text).toContain("harbour");
      expect(more).toEqual([]);
    });
  }
});
