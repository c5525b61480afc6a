import {
  asksForHelp,
  type Call,
  hasOption,
  isSeveral,
  operands,
  type Rules,
  sharing,
  type Verdict,
} from "./call.js";

/** Programs that remove, truncate, overwrite or rewrite files. */
export const files: Rules = {
  rm: (call) =>
    !asksForHelp(call) &&
    operands(call).length > 0 &&
    (hasOption(call, "rRf", "recursive", "force") || isPowerful(call) || isSeveral(operands(call), call)),
  ...sharing("rmdir rd", (call) => hasSwitch(call, "s") || isPowerful(call)),
  ...sharing("del erase", (call) => hasSwitch(call, "s", "q", "f") || isSeveral(withoutSwitches(call), call)),
  ...sharing("remove-item ri", (call) => isPowerful(call) || isSeveral(operands(call), call)),
  "clear-content": () => true,
  unlink: (call) => call.isRepeated,
  ...sharing("shred wipe srm wipefs", (call) => operands(call, "-n", "-s").length > 0),
  truncate: (call) => hasOption(call, "s", "size") && emptied(operands(call, "-s", "--size", "-r")),
  tee: (call) => !hasOption(call, "a", "append") && emptied(operands(call)),
  dd: ({ args }) => args.some(({ text }) => /^of=(?!\/dev\/(?:null|stdout)$)/.test(text)),
  mv: (call) => (hasOption(call, "f", "force") || call.isRepeated) && !hasOption(call, "n", "no-clobber"),
  cp: (call) => hasOption(call, "f", "force", "remove-destination") && !hasOption(call, "n", "no-clobber"),
  ...sharing("sed gsed", (call) => rewritesMany(call, /^-(?!-)\w*i|^--in-place/, "ef", "expression", "file")),
  ...sharing("perl ruby", (call) => rewritesMany(call, /^-(?!-)[a-z0-9]*i/, "eE")),
  ...sharing("chmod chown chgrp", (call) => hasOption(call, "R", "recursive")),
  icacls: (call) => hasSwitch(call, "t"),
  rsync: (call) =>
    call.args.some(({ text }) => /^--(?:del$|delete|remove-source-files)/.test(text)) &&
    !hasOption(call, "n", "dry-run"),
  robocopy: (call) => hasSwitch(call, "mir", "purge", "move"),
  unzip: (call) => hasOption(call, "o") && !hasOption(call, "lpt"),
  ...sharing("7z 7za 7zz", (call) => /^[xe]$/.test(call.args[0]?.text ?? "") && hasSwitch(call, "y", "aoa")),
  ...sharing("tar gtar bsdtar", unpacksOver),
  patch: (call) => hasOption(call, "R", "reverse") && !hasOption(call, "", "dry-run"),
  ...sharing("jscodeshift fastmod codemod ts-migrate comby", (call) => !asksForHelp(call) && !isDry(call)),
  ...sharing("ast-grep sg", (call) => hasOption(call, "U", "update-all")),
  rector: (call) => operands(call)[0]?.text === "process" && !isDry(call),
};

const CONTROLLED =
  /^\/dev\/|^\/(?:tmp|var\/tmp|private\/tmp)\/|^\/proc\/|^\$\{?(?:TMP|TEMP|tmp|temp)|^nul$|^\$null$|^\$\(\)$/i;

/** Whether an overwritten file may be work, not a device or a temporary file. */
export function isWork(path: string): boolean {
  return path !== "" && path !== "-" && !CONTROLLED.test(path) && !/\.(?:log|tmp|pid)$/i.test(path);
}

function emptied(words: Call["args"]): Verdict {
  const over = words.find(({ text }) => isWork(text))?.text;
  return over === undefined ? false : { over };
}

/** `-Recurse` and `-Force` and their PowerShell abbreviations. */
function isPowerful({ args }: Call): boolean {
  return args.some(({ text }) =>
    /^-(?:r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?|fo(?:r(?:c(?:e)?)?)?)$/i.test(text),
  );
}

/** Whether the call has a Windows switch such as `/s`. */
function hasSwitch({ args }: Call, ...names: readonly string[]): boolean {
  return args.some(({ text }) => /^[/-]/.test(text) && names.includes(text.slice(1).toLowerCase()));
}

const withoutSwitches = (call: Call) => operands(call).filter(({ text }) => !/^\/\w$/.test(text));

function isDry(call: Call): boolean {
  return hasOption(call, "d", "dry", "dry-run");
}

/** Whether several files are edited in place. Without a script option the first operand is the script. */
function rewritesMany(call: Call, inPlace: RegExp, scripts: string, ...names: readonly string[]): boolean {
  if (!call.args.some(({ text }) => inPlace.test(text))) return false;
  const isScript = new RegExp(`^-(?!-)\\w*[${scripts}]$`);
  const valued = call.args.filter(({ text }) => isScript.test(text) || names.includes(text.slice(2)));
  // The backup suffix may be a separate, empty argument.
  const targets = operands(call, ...valued.map(({ text }) => text)).filter(({ text }) => text !== "");
  return (
    isSeveral(valued.length > 0 ? targets : targets.slice(1), call) && (call.isRepeated || targets.length > 0)
  );
}

function unpacksOver(call: Call): boolean {
  const [first] = call.args;
  const isUnpacking = hasOption(call, "x", "extract", "get") || /^[a-z]*x[a-z]*$/i.test(first?.text ?? "");
  if (!isUnpacking || hasOption(call, "kO", "keep-old-files", "skip-old-files", "to-stdout")) return false;
  const to = call.args.findIndex(({ text }) => text === "-C" || text === "--directory");
  return to === -1 || isWork(call.args[to + 1]?.text ?? "");
}
