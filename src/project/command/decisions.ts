import type { Command } from "commander";
import { now } from "../../host/clock.js";
import { examples } from "../../terminal/help.js";
import type { Flags, Texts } from "../../terminal/option.js";
import { lineWidth, print, printJson, style } from "../../terminal/print.js";
import { decisionsOf } from "../decisions.js";
import { printDecisions } from "./draw-decisions.js";
import { withMemory } from "./open.js";

type Options = Flags<"all" | "json"> & Texts<"session" | "branch" | "thread">;

const EXAMPLES = `
● holds, ○ was superseded by what stands below it, ✗ was rejected.

Examples:
  $ tidemark @                     the trees that changed last
  $ tidemark @ --all               all of them
  $ tidemark @ --branch idea       of a branch of work, or of git
  $ tidemark @ --session 3f2a
  $ tidemark @ --thread t9k --json

State one: tidemark remember decision TEXT [--because WHY] [--rejected WHAT] [--supersedes ID]`;

const DEFAULT_LIMIT = 20;

export function decisionsCommand(command: Command): void {
  command
    .description("draw what was decided, why, what was rejected, and what took its place")
    .option("--session <id>", "only trees with a decision of this session (the start of its id is enough)")
    .option("--branch <name>", "only of this branch of work, or of git")
    .option("--thread <id>", "only of this thread")
    .option("--all", `every tree, not only the ${DEFAULT_LIMIT} that changed last`)
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run({ session, branch, thread, all, json }: Options): Promise<void> {
  await withMemory((opened) => {
    const limit = all ? undefined : DEFAULT_LIMIT;
    const decisions = decisionsOf(opened, { session, branch, thread, limit });
    if (json) return printJson(decisions);
    const { lines, left } = decisions;
    if (lines.length === 0) {
      const isFiltered = (session ?? branch ?? thread) !== undefined;
      print(
        isFiltered
          ? "No decision matches. All of them: tidemark decisions --all"
          : 'Nothing was decided here yet. Such as: tidemark remember decision "retry three times"',
      );
      return;
    }
    printDecisions(lines, { now: now(), width: lineWidth(), branch: opened.place.branch });
    if (left > 0) print(style.dim(`\nand ${left} more: tidemark decisions --all`));
  });
}
