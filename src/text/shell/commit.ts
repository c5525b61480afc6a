import { hasOption } from "./destruction/call.js";
import { gitCommand } from "./destruction/git.js";
import { programName } from "./destruction/unwrap.js";
import { readScript } from "./shell-script.js";

/** Whether a shell command makes a git commit. */
export function commitsIn(command: string): boolean {
  return readScript(command).some(({ words: [first, ...args] }) => {
    if (first === undefined || programName(first.text) !== "git") return false;
    const [verb, rest] = gitCommand({ args });
    return verb === "commit" && !hasOption({ args: rest }, "", "dry-run", "help");
  });
}
