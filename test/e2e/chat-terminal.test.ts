import { describe, expect, test } from "vitest";
import { noTerminal, openChat, openShell } from "./chat-screen.js";
import { ChatStage, cli, until } from "./chat-stage.js";

const PROMPT = /^> ?$/m;

describe.skipIf(noTerminal !== undefined)(
  `a chat in a terminal${noTerminal ? ` (${noTerminal})` : ""}`,
  () => {
    test("begins, goes on with the last session, and shows the last exchange", async () => {
      const chat = await ChatStage.open();
      const first = openChat(chat);
      await first.see(/A new session/);
      await first.enter("Hello there");
      await first.see(/You said: Hello there\n.*1,204 tokens read, 310 written/);
      first.press("C-d");
      await until(first.isOver, "the end by Ctrl-D");
      const second = openChat(chat);
      const shown = await second.see(PROMPT);
      expect(shown).toMatch(/Going on with session \w+: 2 messages, last .* ago/);
      expect(shown).toMatch(/you +Hello there\n +model +You said: Hello there/);
      await second.enter("/new");
      await second.see(/A new session/);
      await second.enter("Something else");
      await second.see(/You said: Something else/);
      await second.enter("/sessions");
      await second.see(/1\* \w+ .*2 messages +Something else\n *2 +\w+ .*2 messages +Hello there/);
      await second.enter("/resume 2");
      await second.see(/Going on with session .*\n +you +Hello there/);
      await second.enter("And now?");
      await second.see(/You said: And now\?/);
      expect(chat.lastHeard.map(({ content }) => content)).toEqual([
        "Hello there",
        "You said: Hello there",
        "And now?",
      ]);
      await second.enter("/quit");
      await until(second.isOver, "the end by /quit");
    });

    test("Ctrl-C stops an answer, keeps what came and closes the line; what was typed meanwhile waits", async () => {
      const chat = await ChatStage.open();
      chat.model.answer = () => ({ pieces: ["The first ", "half"], after: "hang" });
      const screen = openChat(chat);
      await screen.see(PROMPT);
      await screen.enter("Tell me all.");
      await screen.see(/The first half/);
      screen.press("C-c");
      await screen.see(/Stopped\. What came is kept; \/retry asks again\./);
      await until(() => chat.model.server().closed === 1, "the end of the line to the model");
      chat.model.answer = () => ({ pieces: ["All ", "of it."], pause: 500 });
      await screen.enter("/retry");
      await screen.enter("/tag typed");
      await screen.enter("/tag ahead");
      screen.press("-l", "next");
      await screen.see(/All of it\.\n.*tokens.*\n> \/tag typed\n#typed\n> \/tag ahead\n.*\n> next$/m);
      expect(chat.lastHeard).toEqual([{ role: "user", content: "Tell me all." }]);
    });

    test("goes on after Ctrl-C and /retry with the whole answer, and Ctrl-D stops one and quits", async () => {
      const chat = await ChatStage.open();
      chat.model.answer = () => ({ pieces: ["The first ", "half"], after: "hang" });
      const first = openChat(chat);
      await first.see(PROMPT);
      await first.enter("Tell me all.");
      await first.see(/The first half/);
      first.press("-l", "/ta");
      first.press("C-c");
      await first.see(/^> \/ta$/m);
      chat.model.answer = () => ({ pieces: ["All ", "of it."] });
      await first.enter("g kept");
      await first.see(/#kept/);
      await first.enter("/retry");
      await first.see(/All of it\.\n.*tokens/);
      await first.enter("/");
      await first.see(/A slash alone is no command\./);
      chat.model.answer = () => ({ pieces: ["Another ", "half"], after: "hang" });
      await first.enter("And then?");
      await first.see(/Another half/);
      first.press("C-d");
      await until(first.isOver, "the end by Ctrl-D in the middle of an answer");
      const second = openChat(chat);
      await second.see(/you +And then\?\n +model +Another half\nThe last answer was cut off/);
      chat.model.answer = () => ({ pieces: ["Nothing."] });
      await second.enter("/retry");
      await second.see(/Nothing\.\n.*tokens/);
      await second.enter("/quit");
      await until(second.isOver, "the end by /quit");
      await openChat(chat).see(/you +And then\?\n +model +Nothing\.\n/);
    });

    test("Ctrl-C clears what is typed; at an empty prompt it quits when pressed once more", async () => {
      const chat = await ChatStage.open();
      const screen = openChat(chat);
      await screen.see(PROMPT);
      screen.press("-l", "half a question");
      await screen.see(/> half a question/);
      screen.press("C-c");
      await screen.see(PROMPT);
      screen.press("C-c");
      await screen.see(/Ctrl-C once more/);
      screen.press("C-c");
      await until(screen.isOver, "the end by Ctrl-C");
      expect(chat.model.heard).toEqual([]);
      expect(chat.stage.json(["sessions"])).toEqual([]);
      const again = openChat(chat);
      await again.see(PROMPT);
      again.press("C-c", "C-c");
      await until(again.isOver, "the end by two at once");
    });

    test("when it was killed in the middle of an answer, it says so and asks again by Enter", async () => {
      const chat = await ChatStage.open();
      chat.model.answer = () => ({ pieces: ["The first half"], after: "hang" });
      const killed = openChat(chat);
      await killed.see(PROMPT);
      await killed.enter("Tell me all.");
      await killed.see(/The first half/);
      process.kill(killed.pid(), "SIGKILL");
      await until(killed.isOver, "its end");
      chat.model.answer = () => ({ pieces: ["All of it."] });
      const screen = openChat(chat);
      await screen.see(/you +Tell me all\.[\s\S]*Enter or \/retry asks again\.\n> ?$/m);
      screen.press("Enter");
      await screen.see(/All of it\./);
      expect(chat.lastHeard).toEqual([{ role: "user", content: "Tell me all." }]);
    });

    test("takes several lines, typed or pasted, and brings entries back", async () => {
      const chat = await ChatStage.open();
      const screen = openChat(chat);
      await screen.see(PROMPT);
      await screen.enter("one \\");
      await screen.see(/^… ?$/m);
      await screen.enter("two");
      await screen.see(/You said: one ?\ntwo/);
      screen.paste("three\n  four\n");
      await screen.see(/> three⏎ {2}four/);
      screen.press("Enter");
      await screen.see(/You said: three\n {2}four/);
      expect(chat.lastHeard.at(-1)?.content).toBe("three\n  four");
      const long = Array.from({ length: 3_000 }, (_, n) => `line ${n}`).join("\n");
      screen.paste(long);
      await screen.see(/\[pasted 1: 3000 lines, \d+ characters\]/);
      screen.press("Enter");
      await until(() => chat.lastHeard.at(-1)?.content === long, "the whole paste");
      await screen.see(/line 2999\n.*tokens/);
      screen.press("Up", "Up");
      await screen.see(/> three⏎ {2}four$/m);
    });

    test("goes on after Ctrl-Z and fg", async () => {
      const chat = await ChatStage.open();
      const screen = openShell(chat);
      await screen.enter(`"${process.execPath}" "${cli}" chat`);
      await screen.see(PROMPT);
      screen.press("C-z");
      await screen.see(/Stopped|suspended/i);
      await screen.enter("fg");
      await screen.see(/^fg|> ?$/m);
      await screen.enter("Hello again");
      await screen.see(/You said: Hello again/);
    });

    test("two chats on one session: both write, and both see what the other has written", async () => {
      const chat = await ChatStage.open();
      await chat.ask("The beginning.");
      const one = openChat(chat);
      const other = openChat(chat);
      await one.see(PROMPT);
      await other.see(PROMPT);
      await one.enter("From one.");
      await one.see(/You said: From one\./);
      await other.enter("From the other.");
      await other.see(/2 messages were added to this session elsewhere\.\nYou said: From the other\./);
      const all = ["The beginning.", "From one.", "From the other."];
      expect(asked(chat)).toEqual(all);
      await one.enter("One more.");
      await one.see(/You said: One more\./);
      expect(asked(chat)).toEqual([...all, "One more."]);
    });

    test("neither a model nor a memory commands the terminal", async () => {
      const chat = await ChatStage.open();
      chat.model.answer = () => ({
        pieces: ["still \u001b[2J\u001b[Hhe", "re\u001b[?1049h\u001b]0;owned\u0007 and there"],
      });
      const screen = openChat(chat);
      await screen.see(PROMPT);
      await screen.enter("Hi");
      const shown = await screen.see(/still here and there/);
      expect(shown).toMatch(/^Tidemark chat/);
      await screen.enter("/new");
      await screen.see(/A new session/);
      await screen.enter("/resume 1");
      expect(await screen.see(/model +still here and there/)).toMatch(/^Tidemark chat/);
    });

    test("without colours where they are not wanted", async () => {
      const chat = await ChatStage.open();
      const screen = openChat(chat, [], { NO_COLOR: "1" });
      await screen.see(PROMPT);
      expect(screen.shown("-e")).not.toContain("\u001b[");
      const painted = openChat(chat);
      await painted.see(PROMPT);
      expect(painted.shown("-e")).toContain("\u001b[");
    });
  },
);

/** The person's side of what the model was asked last. */
function asked(chat: ChatStage): string[] {
  return chat.lastHeard.filter(({ role }) => role === "user").map(({ content }) => content);
}
