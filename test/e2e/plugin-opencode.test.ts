import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { PluginStage } from "./plugin-stage.js";

type Hooks = { readonly [name: string]: (input: unknown, output?: unknown) => Promise<void> };
type Plugin = { connect(context: unknown, connection: unknown): Hooks };

const isPlugin = (module: unknown): module is Plugin =>
  typeof module === "object" && module !== null && "connect" in module;
const SESSION = "ses_000000000001Harbour0000000";
const WORKER = "ses_000000000002Harbour0000000";

let stage: PluginStage;
let hooks: Hooks;
beforeEach(async () => {
  stage = new PluginStage("opencode");
  const { connect } = await stage.load(isPlugin);
  hooks = connect({ directory: stage.project }, stage.connection);
});

const call = (name: string, input: unknown, output?: unknown) => hooks[name]?.(input, output);

describe("the plugin in OpenCode", () => {
  test("records a real session: its tools, plan, subagent, compaction and closing words", async () => {
    const told: string[] = [];
    const systems: string[][] = [];
    for (const { hook, input, output } of stage.recorded()) {
      await call(hook, input, output);
      // The recording knows no time: all before it has arrived when the agent is to be told something.
      if (input?.event?.type === "session.compacted") await stage.arrived("compaction.finished");
      if (hook === "chat.message" && output.parts.length > 1) told.push(output.parts.at(-1).text);
      if (hook === "experimental.chat.system.transform") systems.push(output.system);
    }

    // Git is asked about the work tree beside the work, so its answer may come at any time.
    const events = stage.events().filter(({ type }) => type !== "tree.seen");
    expect(events.map(({ type }) => type)).toEqual([
      "session.started",
      "injection.made",
      "prompt.submitted",
      ...["bash", "write", "edit", "read"].flatMap(() => ["tool.started", "tool.finished"]),
      ...["tool.started", "tool.finished", "plan.updated"],
      ...["tool.started", "tool.finished"],
      ...[
        "tool.started",
        "subagent.started",
        "tool.started",
        "tool.finished",
        "subagent.finished",
        "tool.finished",
      ],
      "compaction.started",
      "compaction.finished",
      "session.started",
      "injection.made",
      ...Array.from({ length: 3 }, () => "message.said"),
      "turn.ended",
      "session.ended",
    ]);
    expect(new Set(events.map(({ session }) => session))).toEqual(new Set([SESSION]));
    const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
    expect(of("session.started")).toMatchObject([
      { source: "startup", pid: process.pid },
      { source: "compact" },
    ]);
    expect(of("prompt.submitted")).toEqual([{ text: "Measure the pier" }]);
    expect(of("tool.finished")).toMatchObject([
      { tool: "bash", ok: false, exit: 1, output: expect.stringContaining("No such file") },
      { tool: "write", ok: true, created: true, paths: ["pier.md"] },
      { tool: "edit", ok: true, paths: ["pier.md"] },
      { tool: "read", ok: false, paths: ["nothing.txt"] },
      { tool: "todowrite", ok: true },
      { tool: "grep", ok: false, target: "row" },
      { tool: "read", ok: true, agentId: WORKER },
      { tool: "task", ok: true, action: "agent" },
    ]);
    expect(of("plan.updated")).toEqual([
      {
        mode: "whole",
        items: [
          { text: "measure", status: "done" },
          { text: "tide", status: "doing" },
        ],
      },
    ]);
    expect(of("subagent.finished")).toMatchObject([{ agentId: WORKER, message: "It has a heading." }]);
    expect(of("compaction.finished")).toMatchObject([{ summary: "The pier was measured." }]);
    expect(of("turn.ended")).toEqual([{ message: "The pier is 40 m long." }]);

    expect(told).toEqual([expect.stringMatching(/^Tidemark · first session/)]);
    // Once in the conversation; after it was compacted, in what stands before it.
    expect(systems.map((system) => system.length)).toEqual([...systems.slice(1).map(() => 1), 2]);
    expect(systems.at(-1)?.at(-1)).toMatch(/^Tidemark · context compacted/);
  });

  test("puts what is told behind the person's words, as a part that OpenCode keeps but does not show", async () => {
    const output = message("Measure the pier");
    await call("chat.message", { sessionID: SESSION }, output);
    const [own, added, ...more] = output.parts;
    expect(more).toEqual([]);
    expect(added).toMatchObject({ type: "text", synthetic: true, sessionID: SESSION, messageID: "msg_1" });
    expect(added?.text).toMatch(/^Tidemark · /);
    expect(String(added?.id) > String(own?.id)).toBe(true);
    // Heard of for the first time with a prompt: an old session goes on.
    expect(stage.events()[0]?.data["source"]).toBe("resume");
    const second = message("and now");
    await call("chat.message", { sessionID: SESSION }, second);
    expect(second.parts).toHaveLength(1);
  });

  test("takes no prompt from what others wrote into a message", async () => {
    const output = {
      message: {},
      parts: [{ type: "text", text: "context", synthetic: true }, { type: "file" }],
    };
    await call("chat.message", { sessionID: SESSION }, output);
    await call("dispose", undefined);
    expect(output.parts).toHaveLength(2);
    expect(stage.events()).toEqual([]);
  });

  test("lets a virtual file be read, and leaves all else of a call as it is", async () => {
    await call("chat.message", { sessionID: "ses_earlier" }, message("Measure the pier of the harbour"));
    await call("event", { event: { type: "session.idle", properties: { sessionID: "ses_earlier" } } });
    await stage.arrived("turn.ended");
    const read = { args: { filePath: join(stage.project, ".ai/recall/harbour"), limit: 20 } };
    await call("tool.execute.before", { tool: "read", sessionID: SESSION, callID: "c1" }, read);
    expect(read.args.limit).toBe(20);
    expect(readFileSync(read.args.filePath, "utf8")).toContain("Measure the pier of the harbour");
    const shell = { args: { command: "cat .ai/recall/harbour", description: "Look" } };
    await call("tool.execute.before", { tool: "bash", sessionID: SESSION, callID: "c2" }, shell);
    expect(shell.args).toEqual({ command: `cat '${read.args.filePath}'`, description: "Look" });
    const other = { args: { filePath: join(stage.project, "recall.md") } };
    await call("tool.execute.before", { tool: "read", sessionID: SESSION, callID: "c3" }, other);
    expect(other.args.filePath).toBe(join(stage.project, "recall.md"));
  });

  test("tells the shells of a session whose they are, and memory is written in its name", async () => {
    const output = { env: {} };
    await call("shell.env", { cwd: stage.project, sessionID: SESSION }, output);
    expect(output.env).toEqual({ OPENCODE_SESSION_ID: SESSION });
    stage.cli(["remember", "decision", "measure piers at low tide"], output.env);
    expect(stage.events()).toMatchObject([{ agent: "opencode", session: SESSION }]);
  });

  test("hears nothing twice: old calls that a fork tells of again, and an end without a beginning", async () => {
    for (const row of stage.recorded()) {
      if (row.hook === "event" && row.input.event.type === "message.part.updated")
        await call(row.hook, row.input);
    }
    await call("event", { event: { type: "session.idle", properties: { sessionID: SESSION } } });
    await call("dispose", undefined);
    expect(stage.events()).toEqual([]);
  });

  test.each([undefined, null, 3, "x", [], {}, { event: 3 }, { sessionID: {}, parts: 1 }])(
    "takes %j from OpenCode, whatever the hook",
    async (odd) => {
      for (const name of Object.keys(hooks).filter((each) => each !== "dispose"))
        await expect(call(name, odd, odd), name).resolves.toBeUndefined();
      await expect(call("dispose", undefined)).resolves.toBeUndefined();
    },
  );
});

function message(text: string): { message: object; parts: { [name: string]: unknown }[] } {
  const part = {
    id: "prt_0123456789abHarbour0000000",
    messageID: "msg_1",
    sessionID: SESSION,
    type: "text",
    text,
  };
  return { message: { id: "msg_1", model: { modelID: "scripted" } }, parts: [part] };
}
