import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { PluginStage } from "./plugin-stage.js";

type Listener = (event: unknown, context: unknown) => Promise<ReturnType<typeof JSON.parse>>;
type Tool = { name: string; execute(call: string): Promise<{ content: { text: string }[] }> };
type Plugin = { connect(api: unknown, connection: unknown): void };

const isPlugin = (module: unknown): module is Plugin =>
  typeof module === "object" && module !== null && "connect" in module;
const SESSION = "01a1e3d0-0000-7000-8000-000000000001";

let stage: PluginStage;
let listeners: Map<string, Listener>;
let tools: Tool[];
beforeEach(async () => {
  stage = new PluginStage("pi");
  await load();
});

/** As when pi starts: the extension is loaded anew. */
async function load(): Promise<void> {
  listeners = new Map();
  tools = [];
  const { connect } = await stage.load(isPlugin);
  const api = {
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    registerTool: (tool: Tool) => tools.push(tool),
  };
  connect(api, stage.connection);
}

interface Told {
  readonly session?: string;
  readonly entries?: readonly string[];
  readonly header?: object;
}

function emit(name: string, event: object, { session = SESSION, entries = [], header = {} }: Told = {}) {
  const sessionManager = {
    getSessionId: () => session,
    getEntries: () => entries.map((type) => ({ type })),
    getHeader: () => header,
  };
  const context = { cwd: stage.project, model: { id: "scripted" }, sessionManager };
  return listeners.get(name)?.({ type: name, ...event }, context);
}

const sources = () =>
  stage.events().flatMap(({ type, data }) => (type === "session.started" ? [data["source"]] : []));

describe("the extension in pi", () => {
  test("records a real session that is compacted, ended and gone on with", async () => {
    const told: unknown[] = [];
    for (const { event, payload, ...context } of stage.recorded()) {
      // Of the second run of pi.
      if (event === "session_start" && told.length > 0) await load();
      const answer = await emit(event, payload, context);
      if (event === "before_agent_start") told.push(answer);
    }

    // Git is asked about the work tree beside the work, so its answer may come at any time.
    const events = stage.events().filter(({ type }) => type !== "tree.seen");
    const turn = (tools: number) => [
      "injection.made",
      "prompt.submitted",
      ...Array.from({ length: tools }, () => ["tool.started", "tool.finished"]).flat(),
      "compaction.started",
      "compaction.finished",
    ];
    expect(events.map(({ type }) => type)).toEqual([
      "session.started",
      ...turn(6),
      ...Array.from({ length: 3 }, () => "message.said"),
      ...["turn.ended", "session.ended"],
      "session.started",
      ...turn(0),
      ...["turn.ended", "session.ended"],
    ]);
    expect(new Set(events.map(({ session }) => session))).toEqual(new Set([SESSION]));
    expect(sources()).toEqual(["startup", "resume"]);
    const of = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
    expect(of("tool.finished")).toMatchObject([
      { tool: "write", ok: true, paths: ["pier.md"] },
      { tool: "edit", ok: true, change: "-# Pier\n+# The pier" },
      { tool: "bash", ok: false, exit: 1 },
      { tool: "read", ok: true },
      { tool: "read", ok: false },
      { tool: "bash", ok: true, command: "echo done" },
    ]);
    expect(of("turn.ended")[0]).toEqual({ message: "The pier is 40 m long." });
    expect(of("compaction.finished")[0]?.["summary"]).toContain("The pier was measured.");
    const message = { customType: "tidemark", display: false };
    expect(told).toEqual([
      { message: { ...message, content: expect.stringMatching(/^Tidemark · first session/) } },
      { message: { ...message, content: expect.stringMatching(/^Tidemark · .*Measure the pier/s) } },
    ]);
  });

  test("knows how a session began, which pi does not tell", async () => {
    const spoken = { entries: ["model_change", "message"] };
    const forked = { parentSession: "/other.jsonl", timestamp: new Date().toISOString() };
    const told: [string, Told][] = [
      ["startup", {}],
      ["startup", spoken],
      ["startup", { ...spoken, header: forked }],
      ["startup", { ...spoken, header: { ...forked, timestamp: "2020-01-01T00:00:00Z" } }],
      ["new", {}],
      ["resume", spoken],
      ["fork", spoken],
      ["reload", spoken],
    ];
    for (const [reason, context] of told) await emit("session_start", { reason }, context);
    await emit("session_shutdown", { reason: "reload" });
    expect(sources()).toEqual(["startup", "resume", "fork", "resume", "clear", "resume", "fork"]);
  });

  test("is told again where pi goes on by itself after a compaction, with every request", async () => {
    await emit("before_agent_start", { prompt: "Measure the pier" });
    expect(await emit("context", { messages: [] })).toBeUndefined();
    await emit("session_compact", { reason: "overflow", compactionEntry: { summary: "Measured." } });
    const messages = [{ role: "user", content: "Measured." }];
    const first = await emit("context", { messages });
    expect(first.messages).toEqual([
      ...messages,
      expect.objectContaining({ content: expect.stringMatching(/^Tidemark · context compacted/) }),
    ]);
    expect(await emit("context", { messages })).toEqual(first);
    expect(messages).toHaveLength(1);
    // The next prompt is told only what it needs.
    expect(await emit("before_agent_start", { prompt: "and now" })).toBeUndefined();
  });

  test("answers from memory: by a virtual file, and by a tool of its own", async () => {
    await emit("before_agent_start", { prompt: "Measure the pier of the harbour" }, { session: "earlier" });
    await emit("agent_settled", {}, { session: "earlier" });
    await stage.arrived("turn.ended");
    const input = { path: join(stage.project, ".ai/recall/harbour"), limit: 20 };
    await emit("tool_call", { toolName: "read", toolCallId: "c1", input });
    expect(input.limit).toBe(20);
    expect(readFileSync(input.path, "utf8")).toContain("Measure the pier of the harbour");

    const asked = { query: "harbour", path: "/etc/passwd" };
    await emit("tool_call", { toolName: "tidemark_recall", toolCallId: "c2", input: asked });
    const recall = tools.find(({ name }) => name === "tidemark_recall");
    const answer = await recall?.execute("c2");
    expect(answer?.content[0]?.text).toContain("Measure the pier of the harbour");
    expect(asked.path).toBe("/etc/passwd");
    expect((await recall?.execute("c2"))?.content[0]?.text).toBe("Nothing is known of it.");
  });

  test("records what is typed while pi works, but nothing of another extension's", async () => {
    await emit("input", { text: "first", source: "interactive" });
    await emit("input", { text: "also the quay", source: "interactive", streamingBehavior: "steer" });
    await emit("input", { text: "injected", source: "extension", streamingBehavior: "followUp" });
    await emit("session_shutdown", { reason: "reload" });
    const prompts = stage.events().filter(({ type }) => type === "prompt.submitted");
    expect(prompts.map(({ data }) => data["text"])).toEqual(["also the quay"]);
  });

  test.each([undefined, null, 3, "x", [], {}])("takes %j from pi, whatever the event", async (odd) => {
    for (const [name, listener] of listeners) await expect(listener(odd, odd), name).resolves.not.toThrow();
  });
});
