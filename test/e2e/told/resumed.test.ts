import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Story } from "../scenario/story.js";

describe("a session that goes on", () => {
  test.each([
    ["Write the tide table of the harbour", "Last action: Bash make tides"],
    ["Écris la table des marées du port, et garde les anciennes", "Dernière action: Bash make tides"],
  ])("after %j is told %j", (prompt, line) => {
    const story = new Story();
    story.ask("a", 0, prompt);
    story.edit("a", 1, "src/tide.ts");
    story.run("a", 2, "make tides");
    story.stop("a", 3, "Ok.");
    expect(story.start("b", 6)).toContain(line);
    const resumed = story.stage.told("SessionStart", "a", { source: "resume" });
    expect(resumed).toContain(line);
    expect(story.start("c", 200)).not.toContain(line.split(":")[0]);
  });
});

test("a fix over two sessions is kept as one", () => {
  const story = new Story();
  const error = "Exit code 1\nFAIL test/tide.test.ts\nAssertionError: expected 4 to be 3";
  story.ask("a", 0, "Why do the tides fail?");
  story.fail("a", 1, "npx vitest run test/tide.test.ts", error);
  story.stop("a", 2, "The level is rounded too early.");
  story.end("a", 3);
  story.ask("b", 60, "Then round it later");
  story.edit("b", 61, "src/tide.ts");
  story.run("b", 62, "npx vitest run test/tide.test.ts", "Tests  3 passed (3)");
  story.stop("b", 63, "The level is rounded at the end.");
  expect(story.json(["memory", "--kind", "fix"], 64)).toMatchObject([
    {
      kind: "fix",
      files: ["src/tide.ts"],
      text: expect.stringMatching(/expected 4 to be 3.* — fixed by: changed src\/tide\.ts$/),
    },
  ]);
  expect(story.start("c", 65)).not.toMatch(/^Failing/m);
});

test("one in a single session is kept once", () => {
  const story = new Story();
  story.ask("a", 0, "Why do the tides fail?");
  story.fail("a", 1, "npm test", "Exit code 1\nAssertionError: expected 4 to be 3");
  story.edit("a", 2, "src/tide.ts");
  story.run("a", 3, "npm test", "Tests  3 passed (3)");
  story.stop("a", 4, "The level is rounded at the end.");
  expect(story.json(["memory", "--kind", "fix"], 5)).toHaveLength(1);
});

describe("checks that run elsewhere", () => {
  const CHECKS = "lint\tpass\t30s\thttps://ci.example/1\nintegration\tfail\t2m\thttps://ci.example/2\n";
  const RUN =
    "X main CI · 4711\nTriggered via push\n\nJOBS\n✓ lint in 30s (ID 1)\nX integration in 2m4s (ID 2)\n  X Run the tests\n";
  test.each([
    ["gh pr checks 12", CHECKS],
    ["gh run view 4711", RUN],
  ])("%s says which one fails, until it passes or is pushed again", (command, output) => {
    const failing = (story: Story, minute: number) =>
      story.json(["items", "--kind", "failing"], minute).map(({ text }: { text: string }) => text);
    const fails = () => {
      const story = new Story();
      story.ask("a", 0, "Look at the checks of the pull request");
      story.fail("a", 1, command, `Exit code 1\n${output}`);
      story.stop("a", 2, "I look at it.");
      return story;
    };
    const story = fails();
    expect(failing(story, 3)).toEqual(["CI integration"]);
    expect(story.start("b", 4)).toMatch(/^Failing: .*`CI integration`/m);
    story.ask("c", 10, "And now?");
    story.run("c", 11, command, output.replace("\tfail\t", "\tpass\t").replaceAll(/^X (?=\w+ in)/gm, "✓ "));
    story.stop("c", 12, "They pass.");
    expect(failing(story, 13)).toEqual([]);
    expect(story.start("d", 14)).not.toContain("CI integration");
    const pushed = fails();
    pushed.run("a", 5, "git push", "To example.org:tide.git\n   1a2b3c4..5d6e7f8  main -> main");
    pushed.stop("a", 6, "Pushed.");
    expect(failing(pushed, 7)).toEqual([]);
  });
});

test("the habits in the profile of another tool are in the view after an import", () => {
  const story = new Story();
  const folder = join(story.stage.root, "old", ".ai");
  mkdirSync(folder, { recursive: true });
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const profile = {
    identity: { role: "harbour master" },
    preferences: { language: "fr", verbosity: "concise" },
    patterns: {
      active_hours: ["07:00-08:00", "19:00-21:00"],
      session_avg_duration_min: 42,
      common_tasks: ["debugging", "documentation"],
    },
    context_rules: ["keep the tide tables sorted"],
    created_at: at,
    updated_at: at,
  };
  writeFileSync(join(folder, "user_profile.json"), JSON.stringify(profile));
  story.cli(["import", join(story.stage.root, "old")]);
  expect(story.json(["profile"])).toMatchObject({
    patterns: {
      activeHours: ["07:00-08:00", "19:00-21:00"],
      averageSessionMinutes: 42,
      commonTasks: ["debugging", "documentation"],
    },
  });
});
