import { type Call, hasOption, operands } from "./destruction/call.js";
import { gitCommand } from "./destruction/git.js";
import { programName } from "./destruction/unwrap.js";
import { readScript } from "./shell-script.js";

/** What a git command did to changes that were not committed. */
export interface Reset {
  /** `drop`: a stash is gone, the files stay as they are. `clean`: git reported that nothing is changed. */
  readonly how: "stash" | "unstash" | "drop" | "discard" | "clean";
  /** The files it names; none means all. */
  readonly paths: readonly string[];
}

const MENTIONS = /\bgit\b.*\b(?:stash|restore|checkout|switch|reset|status)\b/s;
const SAYS_CLEAN = /^nothing to commit, working tree clean$/m;

/** The parts of a shell command that put changes aside, take them back or undo them, or found none. */
export function resetsIn(command: string, output: string): Reset[] {
  if (!MENTIONS.test(command)) return [];
  const steps = readScript(command);
  const resets = steps.flatMap(({ words: [first, ...args] }) => {
    if (first === undefined || programName(first.text) !== "git") return [];
    const [verb, rest] = gitCommand({ args });
    return (Object.hasOwn(READ, verb) ? READ[verb]?.({ args: rest }) : undefined) ?? [];
  });
  const isClean = SAYS_CLEAN.test(output) || (steps.length === 1 && isShort(command) && output.trim() === "");
  return resets.filter(({ how }) => how !== "clean" || isClean);
}

/** Whether it asks for the form of git status that prints nothing if nothing is changed. */
function isShort(command: string): boolean {
  return /\sstatus\s.*(?:--short|--porcelain|-s\b)/.test(command);
}

type Args = Pick<Call, "args">;

const READ: { readonly [verb: string]: (call: Args) => Reset | undefined } = {
  stash: (call) => {
    const [first = "push"] = operands({ args: beforePaths(call) }, "-m", "--message").map(({ text }) => text);
    if (first === "pop" || first === "apply") return { how: "unstash", paths: [] };
    if (first === "drop" || first === "clear") return { how: "drop", paths: [] };
    return first === "push" || first === "save" ? { how: "stash", paths: named(call) } : undefined;
  },
  restore: (call) => {
    const isStagedOnly = hasOption(call, "S", "staged") && !hasOption(call, "W", "worktree");
    return isStagedOnly ? undefined : discard(operands(call, "-s", "--source"));
  },
  reset: (call) => (hasOption(call, "", "hard") ? { how: "discard", paths: [] } : undefined),
  checkout: (call) => {
    if (call.args.some(({ text }) => text === "--")) return discard(named(call).map((text) => ({ text })));
    if (hasOption(call, "f", "force")) return { how: "discard", paths: [] };
    const [first, ...more] = operands(call);
    return first?.text === "." && more.length === 0 ? { how: "discard", paths: [] } : undefined;
  },
  status: (call) => (operands(call).length === 0 ? { how: "clean", paths: [] } : undefined),
  switch: (call) =>
    hasOption(call, "f", "force", "discard-changes") ? { how: "discard", paths: [] } : undefined,
};

/** Everything below the folder `.` is all. */
function discard(words: readonly { readonly text: string }[]): Reset | undefined {
  const paths = words.map(({ text }) => text.replace(/^\.\//, ""));
  if (paths.length === 0) return undefined;
  return { how: "discard", paths: paths.includes(".") ? [] : paths };
}

function beforePaths({ args }: Args): Args["args"] {
  const at = args.findIndex(({ text }) => text === "--");
  return at === -1 ? args : args.slice(0, at);
}

/** The paths behind `--`. */
function named({ args }: Args): string[] {
  const at = args.findIndex(({ text }) => text === "--");
  return at === -1 ? [] : args.slice(at + 1).map(({ text }) => text);
}
