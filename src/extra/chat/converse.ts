import { printError } from "../../terminal/print-error.js";
import { answer } from "./answer.js";
import type { After } from "./command/port.js";
import { commandIn } from "./command.js";
import { say } from "./say.js";
import type { Talk } from "./talk.js";
import type { Keyboard } from "./terminal/keyboard.js";

/** One entry after the other until the person is done. What goes wrong with one is told, and the next is awaited. */
export async function converse(talk: Talk, keyboard: Keyboard, isAnswerMissing: boolean): Promise<void> {
  for (let isOffered = isAnswerMissing; ; isOffered = false) {
    const text = await keyboard.read();
    if (text === undefined) return;
    try {
      if (text.trim() === "" && !isOffered) continue;
      const after = text.trim() === "" ? "answer" : await entered(talk, text);
      if (after === "quit") return;
      if (after === "answer") await answer(talk);
    } catch (error) {
      printError(error, false);
    }
  }
}

async function entered(talk: Talk, text: string): Promise<After> {
  const called = commandIn(text);
  if (called !== undefined) return called.command.run(talk, called.argument);
  say(talk, text);
  return "answer";
}
