import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { withMemory } from "../../project/command/open.js";
import { tagSession } from "../../project/tag.js";
import { examples } from "../../terminal/help.js";
import type { Flags } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";

const EXAMPLES = `
A tag is one word of letters, digits, and . : / - _, kept in lower case. The tags of a session are
written as a set: if two devices tag the same session before they meet, the later set holds.

Examples:
  $ tidemark @ 3f2a urgent release:2.1    put tags on a session
  $ tidemark @ 3f2a --remove urgent       take one off again
  $ tidemark @ 3f2a                       show its tags`;

export function tagCommand(command: Command): void {
  command
    .argument("<session>", "a session's id, or the start of it")
    .argument("[tags...]", "the tags (default: show those it has)")
    .description("put tags on a session, or take them off")
    .option("--remove", "take these tags off")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(
  id: string,
  tags: readonly string[],
  { remove, json }: Flags<"remove" | "json">,
): Promise<void> {
  if (remove && tags.length === 0)
    throw new TidemarkError("bad-argument", "Say which tags to take off.", {
      hint: `Such as: tidemark tag ${id} --remove urgent`,
    });
  await withMemory((opened) => {
    const tagged = tagSession(opened, id, remove ? { remove: tags } : { add: tags });
    const { session } = tagged.session;
    if (json) return printJson({ session, tags: tagged.tags });
    const list = tagged.tags.length === 0 ? style.dim("no tags") : tagged.tags.join(", ");
    print(`${style.bold(session.slice(0, 8))}  ${list}`);
    const added = tagged.tags.filter((tag) => !tagged.before.includes(tag));
    const gone = tagged.before.filter((tag) => !tagged.tags.includes(tag));
    const short = session.slice(0, 8);
    if (added.length > 0) print(style.dim(`Undo: tidemark tag ${short} --remove ${added.join(" ")}`));
    if (gone.length > 0) print(style.dim(`Undo: tidemark tag ${short} ${gone.join(" ")}`));
  });
}
