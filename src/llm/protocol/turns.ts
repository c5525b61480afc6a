import { TidemarkError } from "../../error.js";
import type { Question } from "../port.js";

type Turn = Question["messages"][number];

/** Said where a conversation would begin with an answer, which servers refuse. */
const LEFT_OUT = "(What was said before is left out.)";

/** The messages as every server takes them: none empty, no two of one role in a row, the first from the user. */
export function turnsOf({ messages }: Question): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    // Half of a character is refused as no valid JSON.
    const text = content.toWellFormed().trimEnd();
    if (text === "") continue;
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${text}` };
    else turns.push({ role, content: text });
  }
  if (turns.length === 0) throw new TidemarkError("bad-argument", "There is nothing to ask the model.");
  return turns[0]?.role === "assistant" ? [{ role: "user", content: LEFT_OUT }, ...turns] : turns;
}
