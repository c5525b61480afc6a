import { hasOption, operands } from "./destruction/call.js";
import { gitCommand } from "./destruction/git.js";
import { programName } from "./destruction/unwrap.js";
import { readScript } from "./shell-script.js";
import type { ShellStep, ShellWord } from "./shell-step.js";

/** Something that a command did to the history or to a pull request. */
export type GitAct =
  | { readonly is: "commit"; readonly sha: string; readonly branch: string; readonly subject: string }
  | { readonly is: "push"; readonly branch: string }
  | {
      readonly is: "pull-request";
      readonly number: string;
      readonly title: string;
      readonly state: "opened" | "merged" | "closed" | "failing" | "passing";
    };

export interface GitRun {
  readonly command: string;
  readonly output: string;
  readonly ok: boolean;
  /** The branch of the work tree, for a push that names none. */
  readonly branch?: string;
}

/** The commits, pushes and pull requests of a command, as far as its output or its success proves them. */
export function gitActs(run: GitRun): readonly GitAct[] {
  if (!/\b(?:git|gh|glab)\b/.test(run.command)) return [];
  const calls = readScript(run.command).flatMap(callOf);
  const isSure = run.ok && !SEPARATED.test(withoutTexts(run.command)) && !RUNNING.test(run.output);
  const isCut = run.command.length >= CUT_CHARS;
  return [
    ...commits(run, calls, isSure),
    ...pushes(run, calls, isSure, isCut),
    ...calls.flatMap((call) => requestAct(call, run, isSure) ?? []),
  ];
}

/** From this length on the rest of a recorded command is missing. */
const CUT_CHARS = 1_000;
/** The exit code is the one of another command. */
const SEPARATED = /[|;\n]/;
/** The command has not ended yet. */
const RUNNING = /\bprocess running with session|\brunning in (?:the )?background/i;
const MAX_SUBJECT_CHARS = 160;

interface Call {
  readonly program: string;
  readonly verb: string;
  readonly args: readonly ShellWord[];
  readonly step: ShellStep;
}

/** `git commit …`, `gh pr create …`. */
function callOf(step: ShellStep, index: number, steps: readonly ShellStep[]): Call[] {
  const [first, ...rest] = step.words;
  const program = programName(first?.text ?? "");
  if (program === "git") {
    const [verb, args] = gitCommand({ args: rest });
    return hasOption({ args }, "", "dry-run", "help")
      ? []
      : [{ program, verb, args, step: fed(step, index, steps) }];
  }
  if ((program !== "gh" && program !== "glab") || !/^(?:pr|mr)$/.test(rest[0]?.text ?? "")) return [];
  return [{ program, verb: `pr ${rest[1]?.text ?? ""}`, args: rest.slice(2), step }];
}

/** A substitution is read before the step that uses it: `-m "$(cat <<'EOF' …)"`. */
function fed(step: ShellStep, index: number, steps: readonly ShellStep[]): ShellStep {
  const before = steps[index - 1];
  return step.input === undefined && before?.words[0]?.text === "cat"
    ? { ...step, input: before.input }
    : step;
}

function* commits({ output }: GitRun, calls: readonly Call[], isSure: boolean): Generator<GitAct> {
  const lines = [...output.matchAll(/^\[([^\]\n]{1,200}?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$/gm)];
  for (const [, branch = "", sha = "", subject = ""] of lines)
    yield { is: "commit", sha, branch: branch === "detached HEAD" ? "" : branch, subject: subject.trim() };
  if (lines.length > 0 || FAILED.test(output)) return;
  const isMade = isSure || /\b\d+ files? changed\b/.test(output);
  for (const { program, verb, args, step } of calls) {
    const subject = program === "git" && verb === "commit" ? subjectOf(args, step) : "";
    // `git log` may show the commit that `--quiet` hides.
    const logged = subject === "" ? -1 : output.indexOf(` ${subject}`);
    const sha = logged === -1 ? "" : (/\b[0-9a-f]{7,40}$/.exec(output.slice(0, logged))?.[0] ?? "");
    if (subject !== "" && (isMade || sha !== "")) yield { is: "commit", sha, branch: "", subject };
  }
}

const FAILED = /\[(?:remote )?rejected\]|^(?:error|fatal):|nothing to commit|no changes added|up-to-date/im;

function subjectOf(args: readonly ShellWord[], step: ShellStep): string {
  const message = optionOf(args, /^-\w*m$/, "--message") || optionOf(args, /^-F$/, "--file");
  const text = message.startsWith("$()") || message === "-" ? (step.input ?? "") : message;
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, MAX_SUBJECT_CHARS);
}

function* pushes(
  { output, branch }: GitRun,
  calls: readonly Call[],
  isSure: boolean,
  isCut: boolean,
): Generator<GitAct> {
  const call = calls.find(({ program, verb }) => program === "git" && verb === "push");
  let from: "push" | "fetch" | undefined;
  const pushed = new Set<string>();
  for (const line of output.split("\n")) {
    if (line.startsWith("To ")) from = "push";
    else if (line.startsWith("From ")) from = "fetch";
    const [, target] =
      /(?:[0-9a-f]{6,}\.\.\.?[0-9a-f]{6,}|\[new branch\])\s+\S+\s+->\s+(\S+)/.exec(line) ?? [];
    if (target === undefined || from === "fetch" || /^(?:origin|upstream)\//.test(target)) continue;
    if (from === "push" ? call !== undefined || isCut : call !== undefined)
      pushed.add(target.replace(/^refs\/heads\//, ""));
  }
  for (const target of pushed) yield { is: "push", branch: target };
  if (call === undefined || pushed.size > 0 || !isSure || FAILED.test(output)) return;
  if (hasOption({ args: call.args }, "d", "delete", "tags")) return;
  const named = operands({ args: call.args })[1]?.text.split(":").at(-1);
  yield { is: "push", branch: named === undefined || named === "HEAD" ? (branch ?? "") : named };
}

function requestAct({ verb, args, step }: Call, run: GitRun, isSure: boolean): GitAct | undefined {
  const { output, ok } = run;
  const operand = operands({ args })[0]?.text ?? "";
  const number = /^#?(\d+)$|\/(?:pull|merge_requests)\/(\d+)/.exec(operand)?.slice(1).find(Boolean) ?? "";
  const act = (state: "opened" | "merged" | "closed" | "failing" | "passing", said = number, title = "") =>
    ({ is: "pull-request", number: said, title, state }) as const;
  switch (verb) {
    case "pr create": {
      const url = /https?:\/\/\S+?\/(?:pull|merge_requests)\/(\d+)/.exec(output)?.[1];
      const title = optionOf(args, /^-t$/, "--title");
      return !ok || url === undefined ? undefined : act("opened", url, title.includes("$()") ? "" : title);
    }
    case "pr merge": {
      if (!ok || hasOption({ args }, "", "auto", "disable-auto", "help")) return undefined;
      const [isSaid, said = number, title] =
        /merged pull request (?:\S*#)?(\d+)(?: \((.+)\))?/i.exec(output) ?? [];
      return isSaid !== undefined || isSure ? act("merged", said, title) : undefined;
    }
    case "pr close": {
      const [isSaid, said = number, title] =
        /closed pull request (?:\S*#)?(\d+)(?: \((.+)\))?/i.exec(output) ?? [];
      return ok && (isSaid !== undefined || isSure) ? act("closed", said, title) : undefined;
    }
    case "pr checks": {
      if (/\tfail\t/.test(output)) return act("failing");
      const isWhole = !isFiltered(step, run.command);
      return isWhole && /\tpass\t/.test(output) && !/\tpending\t/.test(output) ? act("passing") : undefined;
    }
    case "pr view": {
      const states = [...output.matchAll(/"state":\s*"(\w+)"|^state:\s+(\w+)|^(MERGED|CLOSED)$/gm)];
      const state = STATES[(states[0]?.slice(1).find(Boolean) ?? "").toLowerCase()];
      const [said = number] = /(?<="number":\s*|^number:\s+)\d+/m.exec(output) ?? [];
      if (!ok || states.length !== 1 || state === undefined || said === "") return undefined;
      return act(state, said, /(?<="title":\s*"|^title:\s+)[^"\n]+/m.exec(output)?.[0].trim());
    }
    default:
      return undefined;
  }
}

const STATES: { readonly [word: string]: "merged" | "closed" } = { merged: "merged", closed: "closed" };

/** Whether a later program drops lines of the step's output. */
function isFiltered(step: ShellStep, command: string): boolean {
  const after = command.slice(command.indexOf(step.source) + step.source.length);
  return /^[^;&\n]*\|\s*(?:grep|rg|head|awk|jq|sed)\b/.test(after.replace("2>&1", ""));
}

/** The value of an option: `-m text`, `--message text`, `--message=text`. */
function optionOf(args: readonly ShellWord[], short: RegExp, long: string): string {
  const at = args.findIndex(({ text }) => text === long || text.startsWith(`${long}=`) || short.test(text));
  if (at === -1) return "";
  const option = args[at]?.text ?? "";
  return option.startsWith(`${long}=`) ? option.slice(long.length + 1) : (args[at + 1]?.text ?? "");
}

/** Drops here-documents and quoted texts. */
function withoutTexts(command: string): string {
  return command
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\s*\1(?=\s|\)|$)/g, "")
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "")
    .trim();
}
