import type { Call, Rules, Verdict } from "./destruction/call.js";
import { data } from "./destruction/data.js";
import { files, isWork } from "./destruction/file.js";
import { versionControl } from "./destruction/git.js";
import { machine } from "./destruction/machine.js";
import { migrations } from "./destruction/migration.js";
import { programName, unwrap } from "./destruction/unwrap.js";
import { readScript } from "./shell-script.js";
import type { ShellStep } from "./shell-step.js";

/** A part of a command that may destroy work. */
export interface Destruction {
  readonly part: string;
  /** Set if it only destroys this existing file, relative to the working folder. */
  readonly over?: string;
}

const MAX_PART_CHARS = 200;
const MAX_FOLDER_CHARS = 4_096;
// Reading a longer command would keep the agent waiting, so assume the worst.
const MAX_COMMAND_CHARS = 131_072;
const MAX_SCRIPT_DEPTH = 4;
const MAX_WRAPPERS = 12;
const MAX_WORDS = 1_000;

const ALL_RULES: readonly Rules[] = [files, versionControl, data, migrations, machine];

/** The first part of a shell command that may destroy work: files, commits, databases, machines. */
export function destructionIn(command: string): string | undefined {
  return destructionsIn(command)[0]?.part;
}

export function destructionsIn(command: string): Destruction[] {
  return command.length > MAX_COMMAND_CHARS ? [{ part: partOf(command) }] : inScript(command, 0);
}

function inScript(script: string, depth: number): Destruction[] {
  let folder = "";
  return readScript(script).flatMap((step) => {
    const found = inStep(step, depth).flatMap((one) => alsoIn(folder, one));
    folder = folderAfter(step, folder);
    return found;
  });
}

/** A file after `cd` may be in that folder, or outside if only a part of the script went there. */
function alsoIn(folder: string, found: Destruction): Destruction[] {
  if (folder === "" || found.over === undefined || isAbsolute(found.over)) return [found];
  return [found, { ...found, over: `${folder}/${found.over}` }];
}

function folderAfter({ words }: ShellStep, folder: string): string {
  const [program, target] = words;
  const isGoing = program?.text === "cd" || program?.text === "pushd";
  if (!isGoing || target === undefined || target.isMany || /^-$|\$/.test(target.text)) return folder;
  const next = folder === "" || isAbsolute(target.text) ? target.text : `${folder}/${target.text}`;
  return next.length > MAX_FOLDER_CHARS ? "" : next;
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/~]|[A-Za-z]:)/.test(path);
}

function inStep(step: ShellStep, depth: number): Destruction[] {
  const part = partOf(step.source);
  const emptied = step.emptied.filter(isWork).map((over) => ({ part, over }));
  const [first, ...args] = step.words.slice(0, MAX_WORDS);
  if (first === undefined) return emptied;
  const input = step.input ?? printed(step.from);
  let call: Call | undefined = { program: programName(first.text), args, isRepeated: step.isLooped, input };
  for (let n = 0; call !== undefined && n < MAX_WRAPPERS; n++) {
    const inside = depth < MAX_SCRIPT_DEPTH ? scriptOf(call) : undefined;
    if (inside !== undefined) return [...inScript(inside, depth + 1), ...emptied];
    const verdict = judge(call);
    if (verdict === true) return [{ part }, ...emptied];
    if (verdict !== false) return [{ part, over: verdict.over }, ...emptied];
    call = unwrap(call);
  }
  return emptied;
}

function partOf(source: string): string {
  return source
    .slice(0, 2 * MAX_PART_CHARS)
    .replace(/\s+/g, " ")
    .slice(0, MAX_PART_CHARS);
}

function judge(call: Call): Verdict {
  if (call.program === "find" && call.args.some(({ text }) => text === "-delete")) return true;
  if (call.program.startsWith("mkfs.")) return true;
  for (const rules of ALL_RULES) {
    const verdict = (Object.hasOwn(rules, call.program) ? rules[call.program] : undefined)?.(call) ?? false;
    if (verdict !== false) return verdict;
  }
  return false;
}

/** The script that a call runs: the argument or input of a shell, `eval`, `trap` or `ssh`. */
function scriptOf({ program, args, input }: Call): string | undefined {
  if (program === "eval") return args.map(({ text }) => text).join(" ");
  if (program === "trap") return args.length > 1 ? args[0]?.text : undefined;
  if (program === "ssh") return remote(args.map(({ text }) => text));
  if (program === "su") return args[args.findIndex(({ text }) => text === "-c") + 1]?.text;
  if (!/^(?:sh|bash|zsh|dash|ash|ksh|fish|pwsh|powershell|cmd)$/.test(program)) return undefined;
  const option = args.findIndex(({ text }) => /^-[a-z]*c$|^-command$|^\/c$/i.test(text));
  if (option !== -1) {
    // PowerShell and cmd take the rest of the line, POSIX shells one word.
    const rest = args.slice(option + 1).map(({ text }) => text);
    return /^(?:pwsh|powershell|cmd)$/.test(program) ? rest.join(" ") : rest[0];
  }
  return args.every(({ text }) => text.startsWith("-")) ? input : undefined;
}

function remote(args: readonly string[]): string | undefined {
  let n = 0;
  while (args[n]?.startsWith("-")) n += /^-[pilFoJLRDWbcEeImOQSw]$/.test(args[n] ?? "") ? 2 : 1;
  return args.length > n + 1 ? args.slice(n + 1).join(" ") : undefined;
}

/** The output of a step if its text shows it. */
function printed(step: ShellStep | undefined): string | undefined {
  const [first, ...args] = step?.words ?? [];
  if (first === undefined || step === undefined) return undefined;
  const program = programName(first.text);
  if (program === "cat" && args.length === 0) return step.input;
  if (program !== "echo" && program !== "printf") return undefined;
  return args
    .map(({ text }) => text)
    .join(" ")
    .replaceAll("\\n", "\n");
}
