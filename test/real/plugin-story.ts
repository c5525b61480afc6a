import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { testWith } from "./fixture.js";
import { LAUNCHES } from "./launch.js";
import { isAside, type ModelRequest, resultsIn, saidTo, timesSaid } from "./request.js";
import type { Script } from "./room.js";
import { call, SUMMARY, say, steps, weighing } from "./script.js";
import type { Site } from "./site.js";

/** The agents that load a plugin of ours. */
export type PluginAgent = "opencode" | "pi";

const TOLD = "Tidemark ·";
const REQUEST = "Measure the pier for the harbour map";

/** What holds for every agent that loads a plugin of ours. */
export function tellsStory(agent: PluginAgent): void {
  const test = testWith(agent);
  const { shell, write, read } = LAUNCHES[agent].hands;

  test("is recorded, and its next session is told of it once", async ({ place }) => {
    const first = await place.run(agent, {
      prompt: REQUEST,
      script: aside(
        write(join(place.project, "pier.md"), "# Pier\n"),
        shell("cat nowhere.md"),
        say("The pier is 40 m long."),
      ),
    });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("The pier is 40 m long.") });

    const events = eventsOf(place, agent);
    expect(events.map(({ type }) => type)).toEqual([
      "session.started",
      "prompt.submitted",
      "injection.made",
      "tool.started",
      "tool.finished",
      "tool.started",
      "tool.finished",
      "turn.ended",
      "session.ended",
    ]);
    expect(new Set(events.map(({ session }) => session)).size).toBe(1);
    const [started, prompt] = events;
    expect(started?.data).toMatchObject({ source: "startup", model: "scripted", pid: expect.any(Number) });
    expect(prompt?.data.text).toBe(REQUEST);
    const [written, failed] = events.filter(({ type }) => type === "tool.finished").map(({ data }) => data);
    expect(written).toMatchObject({ action: "write", ok: true, paths: ["pier.md"] });
    expect(failed).toMatchObject({ action: "shell", ok: false, exit: 1, command: "cat nowhere.md" });
    expect(events.at(-2)?.data.message).toBe("The pier is 40 m long.");

    const second = await place.run(agent, {
      prompt: "go on",
      script: aside(shell("true"), say("Gone on.")),
    });
    const [request, ...more] = inConversation(second.requests);
    expect(more).not.toEqual([]);
    expect(saidTo(request)).toContain(REQUEST);
    for (const each of [request, ...more]) expect(timesSaid(each, TOLD)).toBe(1);
  });

  test("finds its memory in a virtual file, by its own tool and by cat", async ({ place }) => {
    await place.run(agent, { prompt: REQUEST, script: aside(say("Forty metres.")) });
    const before = readdirSync(place.project, { recursive: true });
    const run = await place.run(agent, {
      prompt: "What do we know of it?",
      script: aside(
        read(join(place.project, ".ai/recall/harbour map")),
        shell("cat '.ai/recall/harbour map'"),
        shell("cat .ai/recall/harbour | head -1"),
      ),
    });
    const [own, printed, compound] = resultsIn(run.requests.at(-1));
    for (const answer of [own, printed]) expect(answer?.text).toContain(`The user asked: ${REQUEST}`);
    expect(compound?.text).toContain("No such file");
    expect(readdirSync(place.project, { recursive: true })).toEqual(before);
    const finished = eventsOf(place, agent).filter(({ type }) => type === "tool.finished");
    expect(finished.map(({ data }) => data["action"])).toEqual(["search", "search", "shell"]);
  });

  test("goes on with its own record of a session", async ({ place }) => {
    const before = await place.run(agent, { prompt: REQUEST, script: aside(say("Forty metres.")) });
    const [{ session = "" } = {}] = eventsOf(place, agent);
    await place.run(agent, { prompt: "Paint the lighthouse", script: aside() });
    const run = await place.through(["resume", "--session", session, "--yes"], {
      prompt: "Go on",
      script: aside(),
    });

    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("still has its record") });
    const [request] = inConversation(run.requests);
    expect(request?.messages.length).toBeGreaterThan(
      inConversation(before.requests)[0]?.messages.length ?? 0,
    );
    expect(timesSaid(request, REQUEST)).toBeGreaterThanOrEqual(1);
    const starts = eventsOf(place, agent).filter(({ type }) => type === "session.started");
    expect(starts.map(({ data }) => data.source)).toEqual(["startup", "startup", "resume"]);
    expect(starts.at(-1)?.session).toBe(session);
  });

  test("is killed inside a command, and the next session is told", async ({ place }) => {
    const begun = join(place.project, "begun");
    const run = await place.run(agent, {
      prompt: REQUEST,
      script: aside(shell("rm README.md && touch begun && sleep 20")),
      onStart: async (pid) => {
        for (let tries = 0; tries < 600 && !existsSync(begun); tries += 1) await wait(50);
        process.kill(pid, "SIGKILL");
      },
    });
    expect(run.signal).toBe("SIGKILL");
    const next = await place.run(agent, { prompt: "What happened?", script: aside() });
    const told = saidTo(inConversation(next.requests)[0]);
    expect(told).toMatch(/Interrupted .*inside `rm README\.md && touch begun/);
    // The command waited until there was a way back.
    const [, id = ""] = /tidemark checkpoint restore ([ct]\d+)/.exec(told) ?? [];
    expect(id).not.toBe("");
    place.tidemark("checkpoint", "restore", id, "--yes");
    expect(existsSync(join(place.project, "README.md"))).toBe(true);
  });

  test("is told anew after a compaction", async ({ place }) => {
    await place.run(agent, { prompt: "Paint the lighthouse", script: aside(say("It is white now.")) });
    const run = await place.run(agent, {
      prompt: REQUEST,
      script: aside(weighing(99_500, shell("true")), say("Forty metres."), say("Nothing is left to do.")),
    });
    expect(run.code).toBe(0);
    const goingOn = await place.run(agent, { prompt: "And now?", args: ["--continue"], script: aside() });
    const told = [...run.requests, ...goingOn.requests].filter(
      (request) => !isAside(request) && saidTo(request).includes(SUMMARY),
    );
    expect(told).not.toEqual([]);
    for (const request of told) expect(timesSaid(request, TOLD)).toBe(1);
    const events = eventsOf(place, agent);
    expect(events.find(({ type }) => type === "compaction.finished")?.data.summary).toContain(SUMMARY);
    expect(
      events.filter(({ type }) => type === "injection.made").map(({ data }) => data["surface"]),
    ).toContain("compact");
  });

  test("goes on where the data folder is gone", async ({ place }) => {
    rmSync(place.memory, { recursive: true });
    const run = await place.run(agent, {
      prompt: REQUEST,
      script: aside(shell("echo h''arbour"), say("Done.")),
    });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Done.") });
    expect(run.stderr).not.toMatch(/tidemark/i);
    expect(resultsIn(run.requests.at(-1))[0]?.text).toContain("harbour");
    expect(existsSync(place.memory)).toBe(false);
  });
}

/** A model that is asked for a title besides uses up no step. */
export function aside(...replies: Parameters<typeof steps>): Script {
  const script = steps(...replies);
  return (request, n) => (isAside(request) ? say("A title") : script(request, n));
}

export function inConversation(requests: readonly ModelRequest[]): ModelRequest[] {
  return requests.filter((request) => !isAside(request));
}

/** What an agent did, without what Tidemark makes beside it. */
export function eventsOf(place: Site, agent: PluginAgent) {
  const beside = /^(?:project|checkpoint|thread)\./;
  return place.history().filter((event) => event.agent === agent && !beside.test(event.type));
}

export { call };
