import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { ModelRequest } from "../request.js";
import type { Script } from "../room.js";
import { noTerminal, openScreen, type Screen } from "../screen.js";
import { call, say, shell, steps } from "../script.js";
import type { Site } from "../site.js";
import { test } from "./fixture.js";
import { injections } from "./injection.js";
import { settingsIn } from "./launch.js";

const REQUEST = "Measure the depth at the pier";
/** Runs until somebody stops it. */
const COMMAND = "tail -f README.md";

describe("Claude Code in a terminal", () => {
  test("is told where the work stands at its start, after /clear, /compact and /resume", async ({
    place,
    skip,
  }) => {
    skip(noTerminal() !== undefined, noTerminal());
    const file = join(place.project, "depth.md");
    const screen = await open(
      place,
      steps(
        call("Write", { file_path: file, content: "4.2 m\n" }),
        say("It is 4.2 m deep."),
        say("The tide is not in yet."),
        say("Then the tide is next."),
        say("Back at the pier."),
      ),
    );
    await screen.enter(REQUEST);
    await screen.see(/It is 4\.2 m deep/);
    await screen.enter("/clear");
    await screen.see(/❯ \/clear/);
    await screen.enter("Where were we?");
    await screen.see(/The tide is not in yet/);
    await screen.enter("/compact");
    await screen.see(/Compacted/);
    await screen.enter("And then?");
    await screen.see(/Then the tide is next/);
    await screen.enter("/resume");
    await screen.see(/Resume session[\s\S]*❯ Measure the depth/);
    screen.press("Enter");
    await screen.see(/It is 4\.2 m deep/);
    await screen.enter("Go on");
    await screen.see(/Back at the pier/);
    await screen.enter("/exit");
    const { requests } = await screen.ended;

    const [first, , cleared, , compacted, resumed] = requests.map(told);
    expect(first).toEqual([expect.stringMatching(/first session/)]);
    expect(cleared).toEqual([expect.stringMatching(/^Tidemark · context cleared/)]);
    expect(cleared?.[0]).toContain(REQUEST);
    expect(cleared?.[0]).toContain("depth.md");
    expect(compacted).toEqual([expect.stringMatching(/^Tidemark · context compacted/)]);
    expect(resumed?.at(-1)).toMatch(/^Tidemark · session resumed/);
    const steppings = place.history().flatMap(({ type, data, session }) => {
      if (type !== "session.started" && type !== "session.ended") return [];
      return [[type, data.source ?? data.reason, session]];
    });
    const [one, two] = new Set(steppings.map(([, , session]) => session));
    expect(steppings).toEqual([
      ["session.started", "startup", one],
      ["session.ended", "clear", one],
      ["session.started", "clear", two],
      ["session.started", "compact", two],
      ["session.ended", "resume", two],
      ["session.started", "resume", one],
      ["session.ended", "prompt_input_exit", one],
    ]);
  });

  test("was not cut off where the user stopped a command, went on and left", async ({ place, skip }) => {
    skip(noTerminal() !== undefined, noTerminal());
    const screen = await open(place, steps(shell(COMMAND), say("Then not.")));
    await stopped(place, screen);
    await screen.enter("Leave it then");
    await screen.see(/Then not\./);
    await screen.enter("/exit");
    await screen.ended;

    expect(await nextTold(place)).not.toMatch(/nterrupted/);
  });

  test("was not cut off where the user stopped a command and left", async ({ place, skip }) => {
    skip(noTerminal() !== undefined, noTerminal());
    const screen = await open(place, steps(shell(COMMAND)));
    await stopped(place, screen);
    await screen.enter("/exit");
    await screen.ended;

    const context = await nextTold(place);
    expect(context).toContain(REQUEST);
    expect(context).not.toMatch(/nterrupted/);
  });
});

/** As after the first use: nothing is asked any more but whether the folder is trusted. */
async function open(place: Site, script: Script): Promise<Screen> {
  const known = {
    hasCompletedOnboarding: true,
    theme: "dark",
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: ["dummy"], rejected: [] },
  };
  writeFileSync(join(dirname(settingsIn(place)), ".claude.json"), JSON.stringify(known));
  const screen = openScreen(place, "claude", script, ["--permission-mode", "bypassPermissions"]);
  await screen.see(/❯ No, exit/);
  expect(place.history()).toEqual([]);
  // Keys that come too soon are dropped.
  await wait(1000);
  screen.press("Down");
  await screen.see(/❯ Yes, I trust/);
  screen.press("Enter");
  await screen.see(/bypass permissions on/);
  return screen;
}

/** The user asks for something and stops the command that is run for it. */
async function stopped(place: Site, screen: Screen): Promise<void> {
  await screen.enter(REQUEST);
  const isRunning = () => place.history().some(({ type }) => type === "tool.started");
  for (let tries = 0; tries < 100 && !isRunning(); tries += 1) await wait(200);
  await screen.see(/Running/);
  screen.press("Escape");
  await screen.see(/Interrupted/);
}

async function nextTold(place: Site): Promise<string> {
  const { requests } = await place.run("claude", { prompt: "Where were we?", script: steps() });
  return told(requests[0])[0] ?? "";
}

function told(request: ModelRequest | undefined): string[] {
  return request ? injections(request).map(({ text }) => text) : [];
}
