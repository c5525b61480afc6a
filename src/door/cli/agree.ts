import { TidemarkError } from "../../error.js";
import { legible } from "./legible.js";

/** Asks in a terminal, and fails unless the answer is yes. Where nobody can be asked, `--yes` must be given. */
export async function agree(question: string, mayAsk: boolean): Promise<void> {
  if (mayAsk && process.stdin.isTTY && process.stdout.isTTY) {
    const { confirm } = await import("@clack/prompts");
    if ((await confirm({ message: legible(question) })) === true) return;
    throw new TidemarkError("not-confirmed", "Nothing was changed.");
  }
  throw new TidemarkError("not-confirmed", "This needs your agreement, and there is no terminal to ask in.", {
    hint: "Look at what would change above, then add --yes.",
  });
}
