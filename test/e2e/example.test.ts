import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { MAKERS } from "../library/llm/maker.js";
import { ScriptedServer } from "../library/llm/scripted-server.js";
import { LibraryStage } from "./library-stage.js";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "example");
const source = (name: string) => readFileSync(join(folder, name), "utf8");

/** The programs in a document, as a reader would paste them. */
function blocks(document: string): string[] {
  const text = readFileSync(join(root, document), "utf8");
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** Runs an example where the SDKs it may import are installed, in a home of its own. */
function run(name: string, env: Record<string, string> = {}, stage = new LibraryStage()) {
  return stage.aside([join(folder, name)], env);
}

describe("the README", () => {
  const [program = ""] = blocks("README.md").filter((code) => code.includes('from "tidemark"'));

  test("has ten lines that run as they stand, and go on the second time", () => {
    expect(program.trim().split("\n").filter(Boolean)).toHaveLength(10);
    const stage = new LibraryStage();
    const first = stage.program(program);
    expect(first).toContain("The staging bucket is in Oslo");
    expect(first).toContain("full jitter");
    expect(first).toContain("Test that the third failure gives up");
    expect(first).toMatch(/\n2 messages, \d+ tokens\n$/);
    expect(stage.program(program)).toMatch(/\n4 messages, \d+ tokens\n$/);
    expect(stage.json(["sessions"])).toMatchObject([{ agent: "my-agent", messages: 4 }]);
  });

  test("shows what stands in example/ and in the reference", () => {
    expect(program).toBe(source("quick.mjs"));
    expect(blocks("docs/reference/library.md")[0]).toBe(program);
  });
});

describe("the reference", () => {
  test("quotes examples as they are, and names each of them", () => {
    const text = readFileSync(join(root, "docs/reference/library.md"), "utf8");
    for (const name of readdirSync(folder).filter((one) => /\.(?:mjs|ts)$/.test(one)))
      expect(text, name).toContain(`example/${name}`);
    const quoted = [...text.matchAll(/`example\/(\S+)`:\n\n```js\n([\s\S]*?)^```$/gm)];
    expect(quoted.length).toBeGreaterThan(4);
    for (const [, name = "", code = ""] of quoted)
      for (const line of code.split("\n").map((one) => one.trim()))
        expect(source(name), `${name}: ${line}`).toContain(line);
  });

  test("knows every member of what it describes", () => {
    const text = readFileSync(join(root, "docs/reference/library.md"), "utf8");
    const types = readFileSync(join(root, "src/library/tidemark.ts"), "utf8");
    const members = [...types.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map(([, name = ""]) => name);
    expect(members.length).toBeGreaterThan(50);
    expect(members.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });
});

describe("an example", () => {
  test("quick.ts is JavaScript with types: it runs where Node takes those away", async () => {
    const { transform } = await import("esbuild");
    const { code } = await transform(source("quick.ts"), { loader: "ts", format: "esm" });
    const stage = new LibraryStage();
    expect(stage.program(code)).toBe("You have said 1 things so far.\n");
    expect(stage.program(code)).toBe("You have said 3 things so far.\n");
  });

  test("compaction.mjs", async () => {
    const { stdout, status } = await run("compaction.mjs");
    expect(status).toBe(0);
    expect(stdout).toMatch(/due: true\ncompacted: true, \d+ messages, \d{5,} → \d{1,3} tokens/);
    expect(stdout).toContain("PostgreSQL instead of MongoDB");
    expect(stdout).toContain("20 messages are sent, 161 are kept");
  });

  test("branch.mjs", async () => {
    const { stdout } = await run("branch.mjs");
    expect(stdout).toBe(
      [
        "How do we cache thumbnails? → In Redis, for a day.",
        "How do we cache thumbnails? → On disk, beside the pictures.",
        "true, goes on from the first: true\n",
      ].join("\n"),
    );
  });

  test("two-processes.mjs", async () => {
    expect((await run("two-processes.mjs")).stdout).toBe("101 messages, 101 of them different\n");
  });

  test.each(MAKERS.map((wire) => [wire.name, wire] as const))(
    "model.mjs with %s, and without an answer",
    async (name, wire) => {
      const server = await ScriptedServer.start((_asked, n) =>
        n === 1
          ? {
              headers: { "content-type": wire.type },
              acts: [
                wire.write({ text: ["Thirty files ", "were looked at."], usage: { asked: 40, answered: 5 } }),
              ],
            }
          : { status: 400, acts: [wire.refusal("the model has gone")] },
      );
      try {
        const env = { TIDEMARK_MODEL: `${name}:scripted@${server.url}` };
        const good = await run("model.mjs", env);
        expect(good.stdout, good.stderr).toContain("Thirty files were looked at.");
        expect(good.stdout).toContain(`${name}:scripted`);
        expect(good.stdout).toMatch(/40 tokens read, 5 written/);
        expect(good.stdout).toMatch(/true\n$/);
        const bad = await run("model.mjs", env);
        expect(bad.stdout).toMatch(/without a model: .*the model has gone/);
        expect(bad.stdout).toMatch(/true\n$/);
      } finally {
        await server.stop();
      }
    },
  );

  test("anthropic.mjs: a call of a tool and its result go through the session", async () => {
    const answers = [
      { content: [{ type: "tool_use", id: "tu_1", name: "today", input: {} }], stop_reason: "tool_use" },
      { content: [{ type: "text", text: "It is a Monday." }], stop_reason: "end_turn" },
    ];
    const usage = { input_tokens: 1, output_tokens: 1 };
    const server = await ScriptedServer.start((_asked, n) => ({
      headers: { "content-type": "application/json" },
      acts: [
        JSON.stringify({
          id: `m${n}`,
          type: "message",
          role: "assistant",
          model: "m",
          usage,
          ...answers[n - 1],
        }),
      ],
    }));
    try {
      const { stdout, stderr } = await run("anthropic.mjs", {
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: "k",
      });
      expect(stdout, stderr).toContain("It is a Monday.");
      expect(server.asked.at(-1)?.body.messages).toMatchObject([
        { role: "user" },
        { role: "assistant", content: [{ type: "tool_use", id: "tu_1", name: "today" }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "tu_1", content: "A Monday" }] },
      ]);
    } finally {
      await server.stop();
    }
  });

  test("openai.mjs: a picture goes through the session", async () => {
    const message = { role: "assistant", content: "A dot.", refusal: null };
    const server = await ScriptedServer.start(() => ({
      headers: { "content-type": "application/json" },
      acts: [
        JSON.stringify({
          id: "c",
          object: "chat.completion",
          choices: [{ index: 0, finish_reason: "stop", message }],
        }),
      ],
    }));
    try {
      const { stdout, stderr } = await run("openai.mjs", {
        OPENAI_BASE_URL: server.url,
        OPENAI_API_KEY: "k",
      });
      expect(stdout, stderr).toContain("A dot.");
      const sent = JSON.stringify(server.asked.at(-1)?.body.messages);
      expect(sent).toContain("data:image/png;base64,iVBORw0KGgo=");
    } finally {
      await server.stop();
    }
  });

  test("ai-sdk-middleware.mjs keeps what was asked and answered, and tells what is pinned", async () => {
    const { stdout, stderr } = await run("ai-sdk-middleware.mjs");
    expect(stdout, stderr).toMatch(
      /^Told: true\nuser .*Where is the staging bucket\?.*\nassistant .*Told: true/,
    );
  });

  test("ai-sdk.mjs tells what is pinned, keeps every step once, and goes on the second time", async () => {
    const stage = new LibraryStage();
    const first = await run("ai-sdk.mjs", {}, stage);
    expect(first.stdout, first.stderr).toContain("Told of Oslo: true");
    expect(first.stdout.match(/^\w+(?= )/gm)).toEqual(["user", "assistant", "tool", "assistant"]);
    const second = await run("ai-sdk.mjs", {}, stage);
    expect(second.stdout.match(/^\w+(?= )/gm), second.stderr).toHaveLength(8);
  });
});
