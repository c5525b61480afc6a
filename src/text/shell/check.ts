import { withoutWorktree } from "../../event/worktree.js";
import { memo } from "../words/memo.js";
import { type CheckCall, readCheckCall } from "./check-call.js";
import { isInBackground, isReportOf, verdictOf } from "./check-output.js";
import { covers } from "./check-scope.js";
import { failureLine, lastLine } from "./failure-line.js";
import { scriptIn } from "./shell-part.js";
import { readScript } from "./shell-script.js";
import type { ShellStep } from "./shell-step.js";
import { readTestOutput } from "./test-output.js";

/** A check that a command runs: known by its runner and scope, not by the command's text. */
export interface Check extends CheckCall {
  /** The folder it runs in, as the command names it. */
  readonly folder: string;
  /** The runner behind a script, if the output shows it. */
  readonly as?: Pick<CheckCall, "runner" | "scope">;
}

export interface CheckResult {
  /** Usually one. If a chain failed and nothing says where, all that may have failed. */
  readonly checks: readonly [Check, ...Check[]];
  /** The command without what surrounds it. */
  readonly command: string;
  readonly ok: boolean;
  /** The line that names the failure, if it failed. */
  readonly error: string;
}

export interface CheckReading {
  readonly results: readonly CheckResult[];
  /** Checks that ran, but nothing says how they ended. */
  readonly unknown: readonly Check[];
}

/** The results of all checks in a command, or undefined if it runs none. `ok` is what the shell reported for it in `dir`. */
export function readChecks(command: string, output: string, ok: boolean, dir = ""): CheckReading | undefined {
  const { runs, hasOthers } = readRuns(command);
  if (runs.length === 0) return undefined;
  const verdicts = runs.map((run) => verdictIn(run, runs, hasOthers, output, ok));
  const failed = verdicts.indexOf("failed");
  const error = ok && failed === -1 ? "" : failureLine(output) || lastLine(output);
  const results: CheckResult[] = [];
  const unknown: Check[] = [];
  const doubtful: Run[] = [];
  runs.forEach((run, n) => {
    const verdict = verdicts[n];
    const { folder } = run.check;
    const place = folder === "" ? folderAfter("", dir) : folderAfter(folderAfter("", dir), folder);
    const check = named({ ...run.check, folder: place }, output, runs.length === 1);
    // What stands before the failed step of a chain has passed; what follows did not run.
    const isChained = failed !== -1 && n !== failed && run.hidden === undefined && !ok;
    if (isChained && n > failed) return;
    if (verdict === "passed" || isChained) results.push({ ...resultOf(run, check), ok: true });
    else if (verdict === "failed") results.push({ ...resultOf(run, check), error });
    else if (verdict === "doubtful" && failed === -1) doubtful.push({ ...run, check });
    else unknown.push(check);
  });
  const [first, ...more] = doubtful;
  if (first !== undefined) {
    const isAlone = more.length === 0 && !hasOthers;
    const checks = [first.check, ...more.map(({ check }) => check)] as const;
    results.push({ checks, command: isAlone ? first.command : oneLine(command), ok: false, error });
  }
  return { results, unknown };
}

/** The check of a command that runs one. */
export function checkIn(command: string): Check | undefined {
  const { runs } = readRuns(command);
  return runs.length === 1 ? runs[0]?.check : undefined;
}

/** Whether a check that passed shows that another one is no longer failing. */
export function clears(passed: Check, failed: Check): boolean {
  if (passed.kind !== failed.kind || areApart(passed.folder, failed.folder)) return false;
  return [passed, passed.as].some((one) =>
    [failed, failed.as].some(
      (other) =>
        one !== undefined &&
        other !== undefined &&
        one.runner === other.runner &&
        covers(one.scope, other.scope),
    ),
  );
}

interface Run {
  readonly check: Check;
  readonly command: string;
  /** Why the exit code of the command is not that of the check: a pipe, a program such as `grep`, or later steps. */
  readonly hidden?: "pipe" | "filter" | "later";
  /** A later step prints the exit code. */
  readonly isEchoed: boolean;
}

const MAX_COMMAND_CHARS = 4_000;
/** A cheap first look: most commands run no check. */
const MAY_CHECK =
  /test|unit|spec|lint|check|build|compile|verify|vet|tsc|mypy|pyright|jest|mocha|ava|tap|tox|bats|ruff|biome|flake8|black|fmt|prettier|cop|clippy|make|gradle|mvn|cargo|ninja|pack|rollup|cucumber|karma|knip|detekt|isort|pester|\bnpm t\b|e2e|integration|types|credo|analy/i;

const readRuns = memo(
  (command): { readonly runs: readonly Run[]; readonly hasOthers: boolean } => {
    const runs: Run[] = [];
    let hasOthers = false;
    let folder = "";
    const text = scriptIn(command).slice(0, MAX_COMMAND_CHARS);
    // PowerShell's variables are no words of a POSIX shell.
    const steps = MAY_CHECK.test(text) ? readScript(text.replace(/\$env:(\w+)\s*=\s*/gi, "$1=")) : [];
    steps.forEach((step, n) => {
      const [first, target] = step.words;
      const call = readCheckCall(step.words);
      if (call !== undefined)
        runs.push({
          check: { ...call, folder },
          command: commandOf(step),
          hidden: hiddenBy(steps, n, text),
          isEchoed: /^echo\b.*\$\?/.test(steps[n + 1]?.source ?? ""),
        });
      else if (first?.text === "cd" || first?.text === "pushd")
        folder = folderAfter(folder, target?.text ?? "");
      else hasOthers ||= !HARMLESS.test(first?.text ?? "") && step.joint !== "|";
    });
    return { runs, hasOthers };
  },
  256,
  MAX_COMMAND_CHARS,
);

const HARMLESS =
  /^(?:|popd|echo|printf|set|export|source|\.|true|:|sleep|mkdir|touch|ls|pwd|clear|date|test|\[|\[\[|wait)$/;
const TRIMS = /^(?:tail|head|cat|tee|less|more|select-object|out-string)$/i;

/** Follows the chain to its end: only `&&` hands a failure on. */
function hiddenBy(steps: readonly ShellStep[], at: number, script: string): Run["hidden"] {
  const step = steps[at];
  const readers = steps.filter(({ from }) => from !== undefined && from === step);
  if (readers.length > 0 && !/\bpipefail\b/.test(script)) {
    const isTrimmed = readers.every(({ words }) => TRIMS.test(words[0]?.text ?? ""));
    return isTrimmed && steps.slice(at + 1).every(({ joint }) => joint === "|" || joint === "&&")
      ? "pipe"
      : "filter";
  }
  const stops = /(?:^|[;&\n]\s*)set -\w*e/.test(script);
  const goesOn = steps
    .slice(at + 1)
    .some(({ joint }) => joint === "||" || joint === "&" || (joint === ";" && !stops));
  return goesOn ? "later" : undefined;
}

function folderAfter(folder: string, target: string): string {
  const plain = withoutWorktree(target)
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");
  if (plain === "" || plain === "." || plain.startsWith("-") || plain.includes("$")) return folder;
  if (/^(?:[/~\\]|[A-Za-z]:)/.test(plain) || folder === "") return plain;
  return plain.startsWith("..") ? "" : `${folder}/${plain}`;
}

/** Whether two folders surely differ. The project's own path is not known here, so a full path may be any folder. */
function areApart(one: string, other: string): boolean {
  if (one === "" || other === "" || /^[/~]/.test(one) !== /^[/~]/.test(other)) return false;
  return !`${one}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${one}/`);
}

const MAX_CHARS = 160;

function commandOf({ source }: ShellStep): string {
  return oneLine(source.replace(/\s*\d?>>?&?\s?(?:\d|\S+)/g, ""));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_CHARS);
}

function resultOf({ command }: Run, check: Check): CheckResult {
  return { checks: [check], command, ok: false, error: "" };
}

function verdictIn(
  run: Run,
  runs: readonly Run[],
  hasOthers: boolean,
  output: string,
  ok: boolean,
): "passed" | "failed" | "doubtful" | undefined {
  const { kind } = run.check;
  const isAlone = runs.length === 1;
  const said = verdictOf(kind, output, isAlone);
  // The output of several linters and compilers is one text.
  const isShared =
    !isAlone && runs.some((other) => other !== run && (other.check.kind === "test") === (kind === "test"));
  if (isInBackground(output)) return undefined;
  if (ok && !isAlone && run.hidden === undefined) return "passed";
  if (said === "failed") return isShared ? sharedVerdict(run, output, ok) : said;
  if (run.hidden === undefined) {
    if (ok) return "passed";
    return said === "passed" && (hasOthers || !isAlone) ? said : "doubtful";
  }
  if (run.isEchoed) return echoedExit(output) ?? said;
  if (said === "passed") return isShared ? undefined : said;
  // `tail` does not fail, so the shell handed the failure on.
  if (!ok) return run.hidden === "pipe" ? "doubtful" : undefined;
  // Compilers and linters say nothing if all is well.
  return kind === "test" || run.hidden === "filter" ? undefined : "passed";
}

function sharedVerdict({ check }: Run, output: string, ok: boolean): "failed" | "doubtful" | undefined {
  const isOwn = isReportOf(check.runner, output);
  if (isOwn === undefined) return ok ? undefined : "doubtful";
  return isOwn ? "failed" : undefined;
}

/** `npm test; echo "exit: $?"`. */
function echoedExit(output: string): "passed" | "failed" | undefined {
  const code = /(?:^|exit\w*|code|status|rc)\D{0,12}(\d{1,3})\D*$/i.exec(output.slice(-200))?.[1];
  return code === undefined ? undefined : Number(code) === 0 ? "passed" : "failed";
}

/** Adds the runner behind a script: from the line that the script prints first, or from the form of its report. */
function named(check: Check, output: string, isAlone: boolean): Check {
  const shown = isAlone ? SHOWN.exec(output)?.[1] : undefined;
  const calls =
    shown === undefined ? [] : readScript(shown).flatMap(({ words }) => readCheckCall(words) ?? []);
  const [call] = calls;
  if (calls.length === 1 && call?.kind === check.kind && call.runner !== check.runner)
    return { ...check, as: { runner: call.runner, scope: call.scope === "" ? check.scope : call.scope } };
  const runner = check.kind === "test" ? readTestOutput(output)?.runner : undefined;
  return runner === undefined || runner === check.runner
    ? check
    : { ...check, as: { runner, scope: check.scope } };
}

const SHOWN = /^(?:\[[\w:.-]+\] )?(?:>|\$) (?!\S+@\S+ )(.{3,200})$/m;
