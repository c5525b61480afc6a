import { type Call, hasOption, operands, type Rule, type Rules, sharing } from "./call.js";
import { isWork } from "./file.js";

/** Version control commands that drop changes or make commits unreachable. */
export const versionControl: Rules = {
  git: (call) => {
    const [command, rest] = gitCommand(call);
    const rule = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    return rule?.({ ...call, program: command, args: rest }) ?? false;
  },
  "git-filter-repo": () => true,
  bfg: () => true,
  hg: ({ args, ...call }) =>
    /^(?:revert|purge|strip|rollback)$/.test(args[0]?.text ?? "") ||
    (/^(?:up|update|checkout)$/.test(args[0]?.text ?? "") && hasOption({ ...call, args }, "C", "clean")),
  svn: ({ args }) => args[0]?.text === "revert",
  jj: ({ args }) => /^(?:abandon|restore|undo)$/.test(args[0]?.text ?? ""),
  gh: ({ args }) => args[0]?.text === "repo" && args[1]?.text === "delete",
};

/** The subcommand of git and its arguments. */
export function gitCommand({ args }: Pick<Call, "args">): [string, Call["args"]] {
  let n = 0;
  while (args[n]?.text.startsWith("-")) n += VALUED.includes(args[n]?.text ?? "") ? 2 : 1;
  return [args[n]?.text ?? "", args.slice(n + 1)];
}

const VALUED = ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"];

/** `--output` writes over a file. */
const written: Rule = ({ args }) => {
  const at = args.findIndex(({ text }) => text === "--output" || text.startsWith("--output="));
  const option = args[at]?.text;
  if (option === undefined) return false;
  const over = option === "--output" ? args[at + 1]?.text : option.slice("--output=".length);
  return over === undefined || !isWork(over) ? false : { over };
};

const COMMANDS: Rules = {
  reset: (call) => hasOption(call, "", "hard", "merge", "keep"),
  checkout: checksOutOver,
  switch: (call) => hasOption(call, "fC", "force", "force-create", "discard-changes"),
  restore: (call) => !hasOption(call, "S", "staged") || hasOption(call, "W", "worktree"),
  clean: (call) => hasOption(call, "f", "force") && !hasOption(call, "n", "dry-run"),
  stash: ({ args }) => !/^(?:list|show|create|store|apply|branch|export)$/.test(args[0]?.text ?? ""),
  rebase: (call) => !hasOption(call, "", "show-current-patch", "edit-todo"),
  pull: (call) => hasOption(call, "rf", "rebase", "force"),
  ...sharing("merge am cherry-pick revert", (call) => hasOption(call, "", "abort", "skip")),
  rm: (call) =>
    !hasOption(call, "n", "cached", "dry-run") &&
    (hasOption(call, "rf", "force") || operands(call).length > 1),
  mv: (call) => hasOption(call, "f", "force"),
  branch: (call) =>
    hasOption(call, "DMCf", "force") && !hasOption(call, "", "format", "list", "contains", "show-current"),
  push: (call) =>
    !hasOption(call, "n", "dry-run") &&
    (hasOption(call, "fd", "force", "force-with-lease", "delete", "mirror", "prune") ||
      operands(call, "-o", "--push-option", "--repo")
        .slice(1)
        .some(({ text }) => /^(?:\+|:.)/.test(text))),
  ...sharing("filter-branch filter-repo prune", () => true),
  gc: ({ args }) => args.some(({ text }) => /^--prune=(?:now|all)$/.test(text)),
  reflog: ({ args }) => /^(?:expire|delete)$/.test(args[0]?.text ?? ""),
  worktree: (call) => call.args[0]?.text === "remove" && hasOption(call, "f", "force"),
  submodule: (call) => /^(?:deinit|update)$/.test(call.args[0]?.text ?? "") && hasOption(call, "f", "force"),
  "update-ref": (call) => hasOption(call, "d", "stdin"),
  "read-tree": (call) => hasOption(call, "u", "reset"),
  "checkout-index": (call) => hasOption(call, "f", "force"),
  apply: (call) => hasOption(call, "R", "reverse"),
  ...sharing("diff log show diff-tree diff-index diff-files range-diff archive format-patch", written),
};

/** Checkout of a branch keeps changes; with a path or by force it overwrites them. */
function checksOutOver(call: Call): boolean {
  if (hasOption(call, "fBp", "force", "ours", "theirs", "patch", "merge")) return true;
  const { args } = call;
  const paths = args.findIndex(({ text }) => text === "--");
  if (paths !== -1) return args.length > paths + 1;
  if (hasOption(call, "bt", "orphan", "track", "detach", "help")) return false;
  const plain = operands(call);
  return plain.length > 1 || plain.some(({ text, isMany }) => (isMany ? looksLikePath(text) : isPath(text)));
}

const isPath = (text: string) => looksLikePath(text) && !/^v?\d+(?:\.\w+)*$/.test(text);

/** Whether a word looks like a path and not like a branch, which may have slashes and dots too. */
function looksLikePath(text: string): boolean {
  return /^\.{1,2}(?:$|\/)|^:|\*|\/$|[^/]\.(?!lock$)[A-Za-z]\w{0,5}$/.test(text) && !/\s/.test(text);
}
