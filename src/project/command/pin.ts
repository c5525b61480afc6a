import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { activePins, allPins, type Pin } from "../../model/fold/declared/declared.js";
import { idStart } from "../../model/fold/stamp.js";
import { type Flags, parseChoice, quote, type Texts } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import { ago, localTime, parseUntil } from "../../terminal/time.js";
import { here } from "../here.js";
import { fromProject } from "../open.js";
import { type NewPin, pin, pinnedAlready, unpin } from "../pin.js";
import { withMemory } from "./open.js";

type ListOptions = Flags<"all" | "json">;
type Options = ListOptions & Texts<"expires" | "remove"> & { readonly priority: string };

const PRIORITIES = ["high", "normal", "low"] as const;

const EXAMPLES = `
Examples:
  $ tidemark pin "Answer in British English"
  $ tidemark pin "The demo is on Friday: no refactoring" --priority high --expires 5d
  $ tidemark pin                             what is pinned here
  $ tidemark pin --remove 0mi1zq8k2`;

export function pinCommand(command: Command): void {
  command
    .argument("[text...]", "what every session here is to be told (default: list the pins)")
    .description("have something said in every session of this project")
    .option("--priority <priority>", `${PRIORITIES.join(", ")}: high ones are said first`, "normal")
    .option("--expires <when>", "say it only so long: 30m, 2h, 7d, 2w or a date")
    .option("--remove <id>", "take a pin away, by its id or the start of it")
    .option("--all", "list with those that have expired")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (words: readonly string[], options: Options) => {
      if (words.length === 0)
        await (options.remove === undefined ? list(options) : remove(options.remove, options));
      else if (options.remove === undefined) await add(words, options);
      else throw new TidemarkError("bad-argument", "--remove takes an id and nothing else.");
    });
}

/** The former name of `pin` without a text. */
export function pinsCommand(command: Command): void {
  command
    .description("list what every session of this project is told")
    .option("--all", "with those that have expired")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(list);
}

/** The former name of `pin --remove`. */
export function unpinCommand(command: Command): void {
  command
    .argument("<id>", "the pin's id, or the start of it")
    .description("no longer have a pin said")
    .option("--json", "print the pin that went as JSON")
    .addHelpText("after", EXAMPLES)
    .action(remove);
}

async function add(words: readonly string[], options: Options): Promise<void> {
  const priority = parseChoice(options.priority, "--priority", PRIORITIES);
  const expires = options.expires === undefined ? undefined : parseUntil(options.expires, "--expires", now());
  const { kept, isNew } = await pinOnce({ text: words.join(" "), priority, expires });
  if (options.json) return printJson(kept);
  const until = kept.expires === undefined ? "" : ` until ${localTime(kept.expires)}`;
  print(`${isNew ? "Pinned" : `Already pinned, with ${kept.priority} priority`}${until}: ${kept.text}`);
  print(style.dim(`${isNew ? "Undo" : "To change it, first"}: tidemark pin --remove ${idStart(kept.id)}`));
}

async function pinOnce(wanted: NewPin): Promise<{ readonly kept: Pin; readonly isNew: boolean }> {
  try {
    return await withMemory((opened) => {
      const known = pinnedAlready(opened, wanted.text, now());
      return known === undefined ? { kept: pin(opened, wanted), isNew: true } : { kept: known, isNew: false };
    });
  } catch (error) {
    // The journal alone is enough, and a duplicate pin does less harm than a lost one.
    if (!(error instanceof TidemarkError) || error.code !== "store-busy") throw error;
    return { kept: pin(here(hostEnv(), process.cwd()), wanted), isNew: true };
  }
}

async function list(options: ListOptions): Promise<void> {
  await withMemory((opened) => {
    const time = now();
    const all = fromProject(opened, allPins);
    const active = fromProject(opened, (state) => activePins(state, time));
    const shown = options.all ? all : active;
    if (options.json)
      return printJson(shown.map((pin) => ({ ...pin, active: active.some(({ id }) => id === pin.id) })));
    if (shown.length === 0) {
      print(all.length === 0 ? "Nothing is pinned here." : "All pins have expired: tidemark pin --all");
      print(style.dim('Pin something: tidemark pin "Answer in British English"'));
      return;
    }
    for (const { id, text, priority, createdAt, expires } of shown) {
      const until = expires !== undefined && expires > time ? "until" : "expired";
      const end = expires === undefined ? "" : `, ${until} ${localTime(expires)}`;
      const when = style.dim(ago(createdAt, time) + end);
      print(`${style.cyan(idStart(id))}  ${priority.padEnd(6)}  ${text}  ${when}`);
    }
  });
}

async function remove(id: string, options: { readonly json?: boolean }): Promise<void> {
  await withMemory((opened) => {
    const removed = unpin(opened, id);
    if (options.json) return printJson(removed);
    const priority = removed.priority === "normal" ? "" : ` --priority ${removed.priority}`;
    const left = removed.expires === undefined ? 0 : Math.ceil((removed.expires - now()) / 60_000);
    print(`No longer pinned: ${removed.text}`);
    const expires = left > 0 ? ` --expires ${left}m` : "";
    print(style.dim(`Undo: tidemark pin ${quote(removed.text)}${priority}${expires}`));
  });
}
