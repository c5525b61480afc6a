import { confirm } from "@clack/prompts";
import { TidemarkError } from "../../error.js";
import { Declined } from "./declined.js";
import { legible } from "./legible.js";

/**
 * Asks in a terminal, and goes no further unless the answer is yes. Where nobody can be asked, `--yes` must be given. The
 * answer that Enter gives is no, except for what takes nothing away.
 */
export async function agree(question: string, mayAsk: boolean, usual: "yes" | "no" = "no"): Promise<void> {
  if (mayAsk && process.stdin.isTTY && process.stdout.isTTY) {
    const answer = await confirm({ message: legible(question), initialValue: usual === "yes" });
    if (answer === true) return;
    throw new Declined("Nothing was changed.");
  }
  throw new TidemarkError("not-confirmed", "This needs your agreement, and there is no terminal to ask in.", {
    hint: "Look at what would change above, then add --yes.",
  });
}
