import { describe, expect, test } from "vitest";
import { ChatStage, until } from "./chat-stage.js";
import type { Maker } from "./scripted-model.js";

const MAKERS: readonly Maker[] = ["anthropic", "openai", "ollama"];

describe.each(MAKERS)("a question to %s", (maker) => {
  test("is answered on standard output, with the rest beside it", async () => {
    const chat = await ChatStage.open(maker);
    const { code, stdout, stderr } = await chat.ask("Where were we?");
    expect(stdout).toBe("You said: Where were we?\n");
    expect(stderr).toMatch(/ of 100,000 tokens; 1,204 tokens read, 310 written/);
    expect(code).toBe(0);
  });

  test("goes on with the last session", async () => {
    const chat = await ChatStage.open(maker);
    await chat.ask("My port is 8081.");
    await chat.ask("Which port?", "--system", "Be short.");
    expect(chat.lastHeard.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(chat.lastHeard[0]?.content).toBe("My port is 8081.");
    expect(chat.model.heard.at(-1)?.system).toMatch(/^Be short\./);
  });

  test("keeps what came where the line breaks, and can be asked again", async () => {
    const chat = await ChatStage.open(maker);
    chat.model.answer = () => ({ pieces: ["The first ", "half"], after: "hang up" });
    const broken = await chat.ask("Tell me all.");
    expect(broken.code).toBe(1);
    expect(broken.stdout).toBe("The first half\n");
    expect(broken.stderr).toContain("Error:");
    chat.model.answer = () => ({ pieces: ["All of it."] });
    const again = await chat.ask("/retry");
    expect(again.stdout).toBe("All of it.\n");
    expect(chat.lastHeard).toEqual([{ role: "user", content: "Tell me all." }]);
    await chat.ask("Thanks.");
    expect(chat.lastHeard.map(({ content }) => content)).toEqual(["Tell me all.", "All of it.", "Thanks."]);
  });
});

describe("a question of a script", () => {
  test("may be piped in, alone or behind what is given", async () => {
    const chat = await ChatStage.open();
    expect((await chat.run([], "From a pipe\n")).stdout).toBe("You said: From a pipe\n");
    const both = await chat.piped("diff --git", ["--print", "Review", "--new-session"]);
    expect(both.stdout).toBe("You said: Review\n\ndiff --git\n");
    expect(chat.lastHeard).toHaveLength(1);
  });

  test("is answered in lines of JSON", async () => {
    const chat = await ChatStage.open();
    const { stdout, stderr, code } = await chat.ask("Hi", "--json");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(["session", "text", "text", "answer"]);
    expect(lines.at(-1)).toMatchObject({
      end: "done",
      text: "You said: Hi",
      usage: { asked: 1204, answered: 310 },
    });
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  test("tells an error in JSON, too", async () => {
    const chat = await ChatStage.open();
    chat.model.answer = () => ({ pieces: [], status: 401 });
    const { stderr, code } = await chat.ask("Hi", "--json");
    expect(JSON.parse(stderr)).toMatchObject({ error: "model-failed" });
    expect(code).toBe(1);
  });

  test("that begins with a slash and has more lines is no command", async () => {
    const chat = await ChatStage.open();
    const { stdout } = await chat.run([], "/etc/hosts\nhas a typo");
    expect(stdout).toContain("You said: /etc/hosts\nhas a typo");
  });

  test.each([
    [["--new-session", "--resume", "0a", "--print", "x"], /exclude each other/],
    [["--limit", "some", "--print", "x"], /--limit takes a whole number/],
    [["--limit", "99", "--print", "x", "--no-model"], /--limit 99 is too little: 100 is the least/],
    [
      ["--limit", "120", "--system", "Be brief, but tell me why. ".repeat(9), "--print", "x", "--no-model"],
      /is the least with these instructions/,
    ],
    [["--model", "gpt", "--print", "x"], /names no model/],
    [["--print", " "], /nothing to ask/],
    [["--print", "/sessions", "--json"], /not in JSON/],
    [["--print", "/sesions"], /Did you mean \/sessions/],
  ])("%j is refused with 2", async (args, said) => {
    const chat = await ChatStage.open();
    const { code, stderr } = await chat.run(args);
    expect(stderr).toMatch(said);
    expect(code).toBe(2);
    expect(chat.model.heard).toEqual([]);
  });

  test("with an id that no session has is refused", async () => {
    const chat = await ChatStage.open();
    const { code, stderr } = await chat.ask("x", "--resume", "zzzz");
    expect(stderr).toMatch(/no session/i);
    expect(code).toBe(1);
  });
});

describe("without a model", () => {
  test("it says what to set, one way on this machine, and ends with 2", async () => {
    const chat = await ChatStage.open();
    const { code, stderr } = await chat.run(["--print", "Hi"], "", { TIDEMARK_MODEL: "" });
    expect(code).toBe(2);
    for (const way of ["TIDEMARK_MODEL", "ollama:", "anthropic:", "openai:", "config.json", "--no-model"])
      expect(stderr).toContain(way);
  });

  test("commands work, and a question is not even written down", async () => {
    const chat = await ChatStage.open();
    await chat.ask("A first question");
    const listed = await chat.run(["--no-model", "--print", "/sessions"]);
    expect(listed.stdout).toMatch(/1\*? +\w+ .*2 messages .*A first question/);
    const asked = await chat.run(["--no-model", "--print", "A second one"]);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("start it with a model");
    expect(chat.onDisk()).not.toContain("A second one");
    const again = await chat.run(["--no-model", "--new-session", "--print", "/retry"]);
    expect(again.stderr).toContain("Nothing has been asked in this session yet.");
  });
});

describe("a chat that is ended in the middle of an answer", () => {
  async function midAnswer() {
    const chat = await ChatStage.open();
    chat.model.answer = () => ({ pieces: ["The first ", "half"], after: "hang" });
    const running = chat.start(["--print", "Tell me all."]);
    await until(() => running.stdout() === "The first half", "the first half");
    return { chat, running };
  }

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("keeps what came, by %s", async (signal, code) => {
    const { chat, running } = await midAnswer();
    running.kill(signal);
    expect((await running.ended).code).toBe(code);
    chat.model.answer = () => ({ pieces: ["ok"] });
    await chat.ask("Go on.");
    expect(chat.lastHeard[1]?.content).toMatch(/^The first half\n\[.*cut off/);
  });

  test("keeps the question where it is killed", async () => {
    const { chat, running } = await midAnswer();
    running.kill("SIGKILL");
    await running.ended;
    chat.model.answer = () => ({ pieces: ["All of it."] });
    const again = await chat.ask("/retry");
    expect(again.stdout).toBe("All of it.\n");
    expect(chat.lastHeard).toEqual([{ role: "user", content: "Tell me all." }]);
  });

  test("keeps what came where nobody reads any more", async () => {
    const chat = await ChatStage.open();
    const piece = "word ".repeat(2_000);
    chat.model.answer = () => ({ pieces: Array.from({ length: 10 }, () => piece), pause: 30 });
    const running = chat.start(["--print", "Tell me all."]);
    await until(() => running.stdout().length > 0, "the first piece");
    running.closeOutput();
    await running.ended;
    chat.model.answer = () => ({ pieces: ["ok"] });
    await chat.ask("Go on.");
    expect(chat.lastHeard[1]?.content).toContain("word word");
  });
});

describe("what a model says", () => {
  test("commands no terminal and is kept", async () => {
    const chat = await ChatStage.open();
    chat.model.answer = () => ({ pieces: ["a\u001b[2", "J\u001b]0;own", "ed\u0007b\u202e", "\u009b31mc"] });
    const { stdout } = await chat.ask("Hi");
    expect(stdout).toBe("ab31mc\n");
  });

  test("may be endless: it is stopped, and what came is kept", async () => {
    const chat = await ChatStage.open();
    chat.model.answer = () => ({
      pieces: Array.from({ length: 3_000 }, () => "on and on ".repeat(20)),
      after: "hang",
    });
    const { code, stdout, stderr } = await chat.ask("Hi");
    expect(code).toBe(1);
    expect(stderr).toMatch(/would not end/);
    expect(stdout.length).toBeGreaterThan(100_000);
    expect(stdout.length).toBeLessThan(200_000);
    expect(chat.onDisk()).toContain("on and on on and on");
  });

  test("may be nothing: the question waits for an answer", async () => {
    const chat = await ChatStage.open();
    chat.model.answer = () => ({ pieces: [] });
    const { code, stderr } = await chat.ask("Hi");
    expect(code).toBe(1);
    expect(stderr).not.toBe("");
    chat.model.answer = () => ({ pieces: ["Now."] });
    expect((await chat.ask("/retry")).stdout).toBe("Now.\n");
  });
});
