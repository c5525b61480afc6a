import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { testWith } from "./fixture.js";
import { saidTo } from "./request.js";
import { steps } from "./script.js";

/** Words that would leave a file behind if they ever came before a shell unquoted. */
const HOSTILE = "it's jitter; touch broken $(touch broken) `touch broken`";

testWith("claude")(
  "Claude Code is asked to run /tidemark:recall, and runs nothing by itself",
  async ({ place }) => {
    place.tidemark("init", "--yes", "--agent", "claude", "--commands");
    const run = await place.run("claude", { prompt: `/tidemark:recall ${HOSTILE}`, script: steps() });
    expect(saidTo(run.requests[0])).toContain("cli.mjs' recall\n");
    expect(saidTo(run.requests[0])).toContain(`<words>\n${HOSTILE}\n</words>`);
    expect(existsSync(join(place.project, "broken"))).toBe(false);
  },
);

testWith("gemini")("Gemini CLI runs /tidemark:pin with what was typed as one word", async ({ place }) => {
  place.tidemark("init", "--yes", "--agent", "gemini", "--commands");
  const run = await place.run("gemini", { prompt: `/tidemark:pin ${HOSTILE}`, script: steps() });
  expect(saidTo(run.requests[0])).toContain("This was printed by tidemark:");
  expect(place.tidemark("pins")).toContain(HOSTILE);
  expect(existsSync(join(place.project, "broken"))).toBe(false);
});

testWith("qwen")("Qwen Code runs /tidemark:pin with what was typed as one word", async ({ place }) => {
  place.tidemark("init", "--yes", "--agent", "qwen", "--commands");
  const run = await place.run("qwen", { prompt: `/tidemark:pin ${HOSTILE}`, script: steps() });
  expect(saidTo(run.requests[0])).toContain("This was printed by tidemark:");
  expect(place.tidemark("pins")).toContain(HOSTILE);
  expect(existsSync(join(place.project, "broken"))).toBe(false);
});

testWith("opencode")("OpenCode is asked to run /tidemark-recall", async ({ place }) => {
  place.tidemark("init", "--yes", "--agent", "opencode", "--commands");
  const args = ["--command", "tidemark-recall"];
  const run = await place.run("opencode", { prompt: "retry; touch broken", args, script: steps() });
  const said = run.requests.map(saidTo).join("\n");
  expect(said).toContain("cli.mjs' recall\n");
  expect(said).toContain("retry; touch broken");
  expect(existsSync(join(place.project, "broken"))).toBe(false);
});

testWith("pi")("pi is asked to run /tidemark-recall", async ({ place }) => {
  place.tidemark("init", "--yes", "--agent", "pi", "--commands");
  const run = await place.run("pi", { prompt: "/tidemark-recall retry; touch broken", script: steps() });
  expect(saidTo(run.requests[0])).toContain("cli.mjs' recall\n");
  expect(saidTo(run.requests[0])).toContain("<words>\nretry; touch broken\n</words>");
  expect(existsSync(join(place.project, "broken"))).toBe(false);
});

testWith("codex")("Codex knows the skill, and reads it when it is named", async ({ place }) => {
  place.tidemark("init", "--yes", "--agent", "codex", "--commands");
  const run = await place.run("codex", { prompt: "$tidemark recall retry", script: steps() });
  expect(saidTo(run.requests[0])).toContain("The memory of earlier sessions of this project.");
  expect(saidTo(run.requests[0])).toContain("cli.mjs' recall\n");
});

testWith("copilot")("Copilot CLI knows the skill", async ({ place }) => {
  place.tidemark("init", "--yes", "--agent", "copilot", "--commands");
  const run = await place.run("copilot", { prompt: "/tidemark recall retry", script: steps() });
  expect(JSON.stringify(run.requests[0])).toContain("The memory of earlier sessions of this project.");
});
