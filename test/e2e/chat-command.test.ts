import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTidemark } from "../../src/library/open-tidemark.js";
import { ChatStage } from "./chat-stage.js";

const SECRET = ["sk", "ant", "api03", "Zq8".repeat(31), "AA"].join("-");

/** A chat of many messages, as it was left. */
function tell({ stage }: ChatStage, exchanges: number, words = ""): string {
  const memory = openTidemark({ project: stage.project, home: stage.home, agent: "chat" });
  const session = memory.sessions.create();
  for (let n = 1; n <= exchanges; n++) {
    session.add({ role: "user", content: `Question ${n}? ${words}` });
    session.add({ role: "assistant", content: `Answer ${n}. ${words}` });
  }
  session.end();
  memory.close();
  return session.id;
}

describe("commands in a script, without a model", () => {
  let chat: ChatStage;
  let id: string;
  const run = async (text: string) => {
    const { stdout, stderr, code } = await chat.run(["--no-model", "--print", text]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    return stdout;
  };

  beforeAll(async () => {
    chat = await ChatStage.openForMany();
    id = tell(chat, 2);
  });
  afterAll(() => chat.close());

  test("/help names every command", async () => {
    const help = await run("/help");
    for (const name of [
      ..."sessions resume new branch tag recall pin decide task done".split(" "),
      ..."budget working compact retry help quit".split(" "),
    ])
      expect(help).toMatch(new RegExp(`^ +/${name}\\b`, "m"));
  });

  test("/sessions and /resume", async () => {
    expect(await run("/sessions")).toMatch(new RegExp(`1\\* ${id.slice(0, 12)} .*4 messages +Question 2\\?`));
    expect(await run("/resume 1")).toMatch(/Going on with session .*4 messages/);
    expect(await run(`/resume ${id.slice(0, 10)}`)).toMatch(/you +Question 2\?\n +model +Answer 2\./);
    expect(await run("/new")).toMatch(/A new session/);
  });

  test("/pin, /decide and /task stay with the session, and /working shows them", async () => {
    await run("/pin The API listens on port 8081");
    await run("/decide Use SQLite because it is one file");
    expect(await run("/task Write the migration")).toMatch(/1\. Write the migration/);
    await run("/task Tell the others");
    const working = await run("/working");
    expect(working).toMatch(/port 8081/);
    expect(working).toMatch(/Use SQLite.*one file/);
    expect(working).toMatch(/Write the migration/);
    expect(await run("/done 1")).toMatch(/Done: Write the migration/);
    expect(await run("/done others")).toMatch(/Done: Tell the others/);
    expect(await run("/task")).toMatch(/No open task/);
  });

  test("/recall finds what was said", async () => {
    expect(await run("/recall which port does the API listen on")).toMatch(/1\. .*8081/);
  });

  test("/tag puts tags on and takes them off", async () => {
    expect(await run("/tag urgent #release")).toMatch(/#urgent/);
    expect(await run("/tag -urgent")).toBe("#release\n");
    expect(await run("/tag")).toBe("#release\n");
    expect(await run("/sessions")).toMatch(/#release/);
  });

  test("/budget says what is in the context and how it was counted", async () => {
    const budget = await run("/budget");
    expect(budget).toMatch(/4 messages +\d+/);
    expect(budget).toMatch(/in all +\d+ of 100,000 tokens \(less than 1 %\)/);
    expect(budget).toMatch(/Counted by: \w+/);
  });

  test("/branch goes on in a copy", async () => {
    expect(await run("/branch trial")).toMatch(/goes on from here; \w+ stays as it is/);
    const asked = await chat.ask("And now?");
    expect(asked.code).toBe(0);
    expect(chat.lastHeard[0]?.content).toMatch(/^Question 1\?/);
    expect(chat.lastHeard.at(-1)?.content).toBe("And now?");
    expect((await chat.run(["--no-model", "--print", `/resume ${id}`])).stdout).toMatch(/4 messages/);
  });
});

test("a chat of 300 messages goes on: the model gets the last of them within the limit", async () => {
  const chat = await ChatStage.open();
  tell(chat, 150);
  const { code, stderr } = await chat.ask("The last one?", "--limit", "2000");
  expect(code).toBe(0);
  expect(stderr).toMatch(/ of 2,000 tokens/);
  expect(chat.lastHeard.at(-1)?.content).toBe("The last one?");
  expect(chat.lastHeard.at(-2)?.content).toMatch(/^Answer 150\./);
  expect(chat.lastHeard.length).toBeLessThanOrEqual(21);
});

test("a secret that is typed, or that a model repeats, is not on the disk", async () => {
  const chat = await ChatStage.open();
  const { stdout } = await chat.ask(`My key is ${SECRET}, remember it.`);
  expect(stdout).toContain("You said: My key is");
  expect(chat.onDisk()).toContain("My key is");
  expect(chat.onDisk()).not.toContain(SECRET);
});

describe("compaction after an answer", () => {
  const words = "The upload is retried with jitter after each timeout. ".repeat(6);

  test("by the model, above the threshold, in a line beside the answer", async () => {
    const chat = await ChatStage.open();
    tell(chat, 40, words);
    chat.model.answer = () => ({
      pieces: [chat.model.heard.length === 2 ? "They retry uploads with jitter." : "Yes."],
    });
    const { stdout, stderr, code } = await chat.ask("Is that so?", "--compact-at", "1000");
    expect({ stdout, code }).toEqual({ stdout: "Yes.\n", code: 0 });
    expect(stderr).toMatch(
      /^Compacted 76 messages: [\d,]+ tokens before, [\d,]+ after; by anthropic:scripted.* read.*The history is kept\.$/m,
    );
    const before = chat.model.heard.length;
    await chat.ask("And now?", "--compact-at", "1000");
    expect(chat.model.heard[before]?.system).toContain("They retry uploads with jitter.");
  });

  test("without the model where it fails, and says so", async () => {
    const chat = await ChatStage.open();
    tell(chat, 40, words);
    chat.model.answer = () =>
      chat.model.heard.length === 1 ? { pieces: ["Yes."] } : { pieces: [], status: 400 };
    const { stdout, stderr, code } = await chat.ask("Is that so?", "--compact-at", "1000");
    expect({ stdout, code }).toEqual({ stdout: "Yes.\n", code: 0 });
    expect(stderr).toMatch(/^Compacted 76 messages: .*; without the model: \S.*[.?] The history is kept\.$/m);
  });

  test("not below the threshold, and not where it is not wanted", async () => {
    const chat = await ChatStage.open();
    tell(chat, 40, words);
    for (const args of [
      ["--no-compact", "--compact-at", "1000"],
      ["--compact-at", "50000"],
    ]) {
      const { stderr } = await chat.ask("Is that so?", ...args);
      expect(stderr).not.toContain("Compacted");
    }
    expect(chat.model.heard).toHaveLength(2);
  });

  test("by hand, without a model", async () => {
    const chat = await ChatStage.open();
    tell(chat, 40, words);
    const { stdout } = await chat.run(["--no-model", "--print", "/compact"]);
    expect(stdout).toMatch(/^Compacted 60 messages: [\d,]+ tokens before, [\d,]+ after; without a model\./);
    tell(chat, 1);
    expect((await chat.run(["--no-model", "--print", "/compact"])).stdout).toMatch(/nothing to compact/);
  });
});
