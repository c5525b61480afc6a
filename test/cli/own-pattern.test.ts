import { afterAll, describe, expect, test } from "vitest";
import { removeTree } from "../../src/host/file/remove-tree.js";
import { type LanguageModel, openTidemark } from "../../src/index.js";
import { PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "../../src/mcp/catalog.js";
import { callTool, getPrompt, readResource } from "../../src/mcp/work.js";
import {
  eventsOf,
  expectNothingKept,
  redactedTypes,
  SECRET,
  stageWithPattern,
  TEXT,
} from "../e2e/own-pattern.js";

// Hooks and the command line are driven in `test/e2e/own-pattern.test.ts`.
const stage = stageWithPattern(false);
const { env } = stage;
afterAll(() => removeTree(stage.root));

describe("a text that only a person's own pattern hides", () => {
  test("is not kept by the server, whatever tool, prompt or resource is asked for", async () => {
    const session = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "s-server" };
    const caller = { env: { ...env, ...session }, cwd: stage.project };
    // Each kind of call by itself: none may count on what another has set up in this process.
    for (const { name } of PROMPTS) await settled(getPrompt(name, { query: TEXT, session: SECRET }, caller));
    const uris = [...RESOURCES.map(({ uri }) => uri), ...TEMPLATES.map(({ uriTemplate }) => uriTemplate)];
    for (const uri of uris) await settled(readResource(uri.replace("{id}", SECRET), caller));
    expectNothingKept(stage);
    for (const { name, inputSchema } of TOOLS)
      for (const args of argumentsFor(inputSchema)) await callTool(name, args, caller);
    expectNothingKept(stage);
    const recalled = eventsOf(stage, "s-server").filter(({ type }) => type === "memory.recalled");
    expect(recalled).toHaveLength(2); // By the tool, and by the prompt.
    expect(redactedTypes(stage)).toEqual(
      expect.arrayContaining(["pin.added", "fact.declared", "focus.set", "profile.set", "rule.added"]),
    );
  });

  test("is not kept by the library, whatever method is called", async () => {
    const model: LanguageModel = {
      name: "own:model",
      ask: async (_, onText) => {
        onText?.(TEXT);
        return { text: TEXT, end: "done" };
      },
    };
    const tidemark = openTidemark({ home: stage.home, project: stage.project, model });
    const { sessions } = tidemark;
    const session = sessions.create({ title: TEXT });
    const long = `${TEXT} `.repeat(200);
    const ofSession: { readonly [method: string]: () => unknown } = {
      id: () => session.id,
      start: () => undefined,
      add: () => [
        session.add({ role: "user", content: long }),
        session.add({
          role: "assistant",
          content: [{ type: "tool-call", id: "1", tool: "Bash", input: { command: TEXT } }],
        }),
        session.add({ role: "tool", content: [{ type: "tool-result", id: "1", output: { said: TEXT } }] }),
        session.add({ role: "assistant", content: long, extra: { maker: { note: TEXT } } }),
      ],
      recordTool: () => session.recordTool({ tool: "Bash", command: TEXT, output: TEXT, paths: [SECRET] }),
      pin: () => session.pin(TEXT),
      decide: () => session.decide(TEXT, { reason: TEXT, rejected: [TEXT] }),
      task: () => [session.task(TEXT), session.task(TEXT, "done")],
      context: () => session.context(),
      workingSet: () => session.workingSet(),
      shouldCompact: () => session.shouldCompact(1),
      compact: () => session.compact({ keep: 1 }),
      history: () => [...session.history()],
      end: () => session.end(TEXT),
    };
    const ofSessions: { readonly [method: string]: () => unknown } = {
      create: () => session,
      resumeLast: () => sessions.resumeLast()?.add({ role: "user", content: TEXT }),
      open: () => sessions.open(session.id),
      list: () => sessions.list({ tag: SECRET }),
      tag: () => sessions.tag(session.id, { add: [SECRET] }),
      branch: () => sessions.branch(session.id, { name: SECRET }),
    };
    const ofTidemark: { readonly [method: string]: () => unknown } = {
      project: () => tidemark.project,
      sessions: () => undefined,
      recall: () => tidemark.recall(TEXT),
      pin: () => tidemark.pin(`${TEXT} again`),
      close: () => tidemark.close(),
    };
    expect(Object.keys(ofSession).sort()).toEqual(Object.keys(session).sort());
    expect(Object.keys(ofSessions).sort()).toEqual(Object.keys(sessions).sort());
    expect(Object.keys(ofTidemark).sort()).toEqual(Object.keys(tidemark).sort());
    for (const methods of [ofSession, ofSessions, ofTidemark])
      for (const call of Object.values(methods)) await settled((async () => call())());
    expectNothingKept(stage);
    expect(redactedTypes(stage)).toEqual(
      expect.arrayContaining(["message.added", "plan.updated", "session.ended", "session.started"]),
    );
  });
});

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
}

/** One call for each choice of a choice, with the secret in every text. */
function argumentsFor(schema: object): Record<string, unknown>[] {
  const { properties = {} }: { properties?: { [name: string]: Property } } = schema;
  const choices = Object.entries(properties).flatMap(([name, property]) =>
    (property.enum ?? []).map((choice) => ({ [name]: choice })),
  );
  const texts = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, argumentFor(name, property)]),
  );
  const calls = choices.length === 0 ? [{}] : choices;
  const named = "key" in properties ? [{ ...choices[1], key: "name" }] : [];
  return [...calls, ...named].map((choice) => ({ ...texts, ...choice }));
}

function argumentFor(name: string, { type, enum: choices }: Property): unknown {
  if (choices !== undefined) return choices[0];
  if (type === "boolean") return false;
  if (type === "integer") return 3;
  if (name === "for" || name === "expires") return "2h";
  return type === "array" ? [TEXT] : TEXT;
}

async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {}); // Some calls refuse a name like this, which is fine: they must only not write it.
}
