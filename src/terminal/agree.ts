import { confirm } from "@clack/prompts";
import { TidemarkError } from "../error.js";
import { terminalSafe } from "./terminal-safe.js";

/** Asks in a terminal and throws unless the answer is yes. `byDefault` is the answer of the Enter key. */
export async function agree(
  question: string,
  mayAsk: boolean,
  byDefault: "yes" | "no" = "no",
): Promise<void> {
  if (mayAsk && process.stdin.isTTY && process.stdout.isTTY) {
    const answer = await confirm({ message: terminalSafe(question), initialValue: byDefault === "yes" });
    if (answer === true) return;
    throw new Declined("Nothing was changed.");
  }
  throw new TidemarkError("not-confirmed", "This needs your agreement, and there is no terminal to ask in.", {
    hint: "Look at what would change above, then add --yes.",
  });
}

/** The user said no, which is not an error. */
export class Declined extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Declined";
  }
}
