import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { activeFocus, type Focus } from "../../model/fold/declared/declared.js";
import { type Flags, quote, type Texts } from "../../terminal/option.js";
import { print, printJson, style } from "../../terminal/print.js";
import { localTime, parseUntil } from "../../terminal/time.js";
import { clearFocus, focus } from "../focus.js";
import { here } from "../here.js";
import { withMemory } from "./open.js";

type Options = Flags<"clear" | "json"> & Texts<"for">;

const EXAMPLES = `
Examples:
  $ tidemark focus upload retry --for 2h     prefer what is about these, for two hours
  $ tidemark focus                           what is preferred now
  $ tidemark focus --clear                   nothing any more`;

export function focusCommand(command: Command): void {
  command
    .argument("[topic...]", "what the next hours are about")
    .description("prefer some topics in what sessions here are told and find")
    .option("--for <time>", "only so long: 30m, 2h, 7d, 2w (default: until cleared)")
    .option("--clear", "end the focus")
    .option("--json", "print as JSON")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(topics: readonly string[], options: Options): Promise<void> {
  if (options.clear && (topics.length > 0 || options.for !== undefined)) {
    throw new TidemarkError("bad-argument", "--clear ends the focus and takes nothing else.");
  }
  if (topics.length > 0) return setTopics(topics, options);
  if (options.for !== undefined) {
    throw new TidemarkError("bad-argument", "--for needs topics.", {
      hint: `Say what on: tidemark focus upload --for ${options.for}`,
    });
  }
  await withMemory((opened) => {
    const state = opened.store.project(opened.project);
    const active = state === undefined ? undefined : activeFocus(state, now());
    if (!options.clear) return show(active, options);
    if (active !== undefined) clearFocus(opened);
    if (options.json) printJson({ topics: [] });
    else if (active === undefined) print("There was no focus.");
    else {
      print("The focus is over.");
      print(style.dim(`Undo: tidemark focus ${active.topics.map(quote).join(" ")}`));
    }
  });
}

function setTopics(topics: readonly string[], options: Options): void {
  const until = options.for === undefined ? undefined : parseUntil(options.for, "--for", now());
  const kept = focus(here(hostEnv(), process.cwd()), topics, until);
  if (options.json) printJson({ topics: kept, until });
  else print(`Focus on ${kept.join(", ")}${end(until)}.\n${style.dim("Undo: tidemark focus --clear")}`);
}

function show(focus: Focus | undefined, options: Options): void {
  if (options.json) printJson({ topics: focus?.topics ?? [], until: focus?.until });
  else if (focus === undefined) {
    print("There is no focus.");
    print(style.dim("Set one: tidemark focus upload retry --for 2h"));
  } else print(`Focus on ${focus.topics.join(", ")}${end(focus.until)}.`);
}

function end(until: number | undefined): string {
  return until === undefined ? ", until cleared" : `, until ${localTime(until)}`;
}
