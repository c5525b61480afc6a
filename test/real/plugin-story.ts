import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { testWith } from "./fixture.js";
import { LAUNCHES } from "./launch.js";
import type { StoredEvent } from "./product.js";
import { type ModelRequest, resultsIn, saidTo } from "./request.js";
import { say, steps } from "./script.js";
import type { Site } from "./site.js";

/** The agents that load a plugin of ours. */
export type PluginAgent = "opencode" | "pi";

export const TOLD = "Tidemark ·";
const REQUEST = "Measure the pier for the harbour map";

/** What holds for every agent that loads a plugin of ours. In few runs: some agents take seconds to start. */
export function tellsStory(agent: PluginAgent): void {
  const test = testWith(agent);
  const { shell, write, read, ask } = LAUNCHES[agent].hands;

  test("is recorded, told of it once, finds it in a virtual file, and goes on with it", async ({ place }) => {
    place.tidemark("init", "--yes", "--agent", agent, "--mcp");
    const first = await place.run(agent, {
      prompt: REQUEST,
      script: steps(
        write(join(place.project, "pier.md"), "# Pier\n"),
        shell("cat nowhere.md"),
        say("The pier is 40 m long."),
      ),
    });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("The pier is 40 m long.") });
    const session = isWhole(eventsOf(place, agent));

    const before = readdirSync(place.project, { recursive: true });
    const second = await place.run(agent, {
      prompt: "What do we know of it?",
      script: steps(
        read(join(place.project, ".ai/recall/harbour map")),
        shell("cat '.ai/recall/harbour map'"),
        shell("cat .ai/recall/harbour | tr a-z A-Z"),
        ask("tidemark", "recall", { query: "harbour map" }),
      ),
    });
    expect(second.requests).toHaveLength(5);
    expect(saidTo(second.requests[0])).toContain(REQUEST);
    for (const request of second.requests) expect(wordsIn(request).split(TOLD)).toHaveLength(2);
    const [own, printed, compound, asked] = resultsIn(second.requests.at(-1));
    for (const answer of [own, printed, asked]) expect(answer?.text).toContain(`The user asked: ${REQUEST}`);
    expect(compound?.text).toContain("No such file");
    expect(readdirSync(place.project, { recursive: true })).toEqual(before);
    const finished = eventsOf(place, agent).filter(({ type }) => type === "tool.finished");
    expect(finished.slice(2).map(({ data }) => data["action"])).toEqual([
      "search",
      "search",
      "shell",
      "search",
    ]);

    const third = await place.through(["resume", "--session", session, "--yes"], {
      prompt: "Go on",
      script: steps(),
    });
    expect(third).toMatchObject({ code: 0, stdout: expect.stringContaining("still has its record") });
    expect(wordsIn(third.requests[0])).toContain("The pier is 40 m long.");
    // What it was told then stands in its record; now it is told what was done since.
    expect(wordsIn(third.requests[0]).split(TOLD)).toHaveLength(3);
    const starts = eventsOf(place, agent).filter(({ type }) => type === "session.started");
    expect(starts.map(({ data }) => data.source)).toEqual(["startup", "startup", "resume"]);
    expect(starts.at(-1)?.session).toBe(session);
  });

  test("is killed inside a command, and the next session is told", async ({ place }) => {
    const begun = join(place.project, "begun");
    const run = await place.run(agent, {
      prompt: REQUEST,
      script: steps(shell("rm README.md && touch begun && sleep 20")),
      onStart: async (pid) => {
        for (let tries = 0; tries < 1200 && !existsSync(begun); tries += 1) await wait(50);
        process.kill(pid, "SIGKILL");
      },
    });
    expect(run.signal).toBe("SIGKILL");
    const next = await place.run(agent, { prompt: "What happened?", script: steps() });
    const told = saidTo(next.requests[0]);
    expect(told).toMatch(/Interrupted .*inside `rm README\.md && touch begun/);
    // The command waited until there was a way back.
    const [, id = ""] = /tidemark checkpoint restore ([ct]\d+)/.exec(told) ?? [];
    expect(id).not.toBe("");
    place.tidemark("checkpoint", "restore", id, "--yes");
    expect(existsSync(join(place.project, "README.md"))).toBe(true);
  });

  test("goes on where the data folder is gone", async ({ place }) => {
    rmSync(place.memory, { recursive: true });
    const run = await place.run(agent, {
      prompt: REQUEST,
      script: steps(shell("echo h''arbour"), say("Done.")),
    });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Done.") });
    expect(run.stderr).not.toMatch(/tidemark/i);
    expect(resultsIn(run.requests.at(-1))[0]?.text).toContain("harbour");
    expect(existsSync(place.memory)).toBe(false);
  });
}

/** The events of one whole session, which is the one named. */
function isWhole(all: readonly StoredEvent[]): string {
  // Git is asked about the work tree beside the work, so its answer may come at any time.
  const events = all.filter(({ type }) => type !== "tree.seen");
  expect(events.map(({ type }) => type)).toEqual([
    "session.started",
    "injection.made",
    "prompt.submitted",
    "tool.started",
    "tool.finished",
    "tool.started",
    "tool.finished",
    "turn.ended",
    "session.ended",
  ]);
  const [started, , prompt] = events;
  expect(started?.data).toMatchObject({ source: "startup", model: "scripted", pid: expect.any(Number) });
  expect(prompt?.data.text).toBe(REQUEST);
  const [written, failed] = events.filter(({ type }) => type === "tool.finished").map(({ data }) => data);
  expect(written).toMatchObject({ action: "write", ok: true, paths: ["pier.md"] });
  expect(failed).toMatchObject({ action: "shell", ok: false, exit: 1, command: "cat nowhere.md" });
  expect(events.at(-2)?.data.message).toBe("The pier is 40 m long.");
  const sessions = [...new Set(events.map(({ session }) => session))];
  expect(sessions).toHaveLength(1);
  return sessions[0] ?? "";
}

/** All that is said in a request, by whomever. */
export function wordsIn(request: ModelRequest | undefined): string {
  return request?.messages.flatMap(({ texts }) => texts).join("\n\n") ?? "";
}

/** What an agent did, without what Tidemark makes beside it. */
export function eventsOf(place: Site, agent: PluginAgent): StoredEvent[] {
  const beside = /^(?:project|checkpoint|thread)\./;
  return place.history().filter((event) => event.agent === agent && !beside.test(event.type));
}
