import type { Envelope } from "../../../event/envelope.js";
import type { EventData } from "../../../event/registry.js";
import { passingClaim } from "../../../text/prose/passing-claim.js";
import { type CheckResult, clears, readChecks } from "../../../text/shell/check.js";
import { type CommandClass, isFragment, type ShellReading } from "../../../text/shell/shell.js";
import { forgetCommand, noteRun, rememberCommand, rememberFix } from "../memory/memory-work.js";
import { addCheckNote } from "./note.js";
import { blockerKey, type SessionDraft } from "./session-draft.js";
import type { Blocker } from "./session-state.js";
import { failureIn, isAborted, isStopped, isUnknownTask } from "./tool-outcome.js";

/** Failures of these block the work, and successes are remembered. */
const WORK_CLASSES: ReadonlySet<CommandClass> = new Set(["test", "build", "check", "install", "run"]);

type Finished = EventData<"tool.finished">;

/** Applies a command that ran to its end to what fails and what works. Returns whether it went well. */
export function applyRun(draft: SessionDraft, use: Finished, shell: ShellReading, event: Envelope): boolean {
  const output = use.output ?? "";
  if (!use.ok && isAborted(output)) return false;
  const reading = readChecks(use.command ?? "", output, use.ok, event.dir);
  if (reading === undefined) {
    if (!shell.isTrivial) applyOther(draft, use, shell, event);
    return use.ok;
  }
  for (const result of reading.results) {
    if (result.ok) pass(draft, result, output, event);
    else if (!isStopped(result.error) && !isUnknownTask(result.error)) fail(draft, result, output, event);
  }
  if (reading.unknown.some(({ kind }) => kind === "test")) draft.tested = draft.tools;
  const ok = use.ok && reading.results.every((result) => result.ok);
  if (ok) noteRun(draft, shell);
  return ok;
}

/** An agent that says that tests pass is believed, unless a failing run in the same turn is the last that was seen. */
export function applyClaim(draft: SessionDraft, message: string, event: Envelope): void {
  if (draft.blockers.size === 0) return;
  const claim = passingClaim(message);
  if (claim === undefined) return;
  const before = draft.tools - draft.turn.tools;
  for (const blocker of draft.blockers.values()) {
    const { checks = [], tools } = blocker;
    const isMeant = checks.length > 0 && checks.every(({ kind }) => claim === "all" || kind === "test");
    if (!isMeant || (tools > before && tools >= (draft.tested ?? 0))) continue;
    draft.blockers.remove(blockerKey(blocker));
    for (const { runner, scope } of checks)
      addCheckNote(draft.turn, event, { runner, scope, command: blocker.command, ok: true, error: "" });
  }
}

function pass(draft: SessionDraft, result: CheckResult, output: string, event: Envelope): void {
  const { command } = result;
  const [check] = result.checks;
  if (check.kind === "test") draft.tested = draft.tools;
  for (const blocker of draft.blockers.values()) {
    const left = blocker.checks?.filter((failed) => !clears(check, failed));
    if (left === undefined || left.length === blocker.checks?.length) continue;
    draft.blockers.remove(blockerKey(blocker));
    if (left.length === 0) rememberFix(draft, event, blocker);
    else draft.blockers.put(blockerKey({ ...blocker, checks: left }), { ...blocker, checks: left });
  }
  const kind = check.kind === "test" || check.kind === "build" ? check.kind : "check";
  const run = { text: command, class: kind, isFragment: isFragment(command) } as const;
  rememberCommand(draft, event, run, output);
  addCheckNote(draft.turn, event, { runner: check.runner, scope: check.scope, command, ok: true, error: "" });
}

function fail(draft: SessionDraft, result: CheckResult, output: string, event: Envelope): void {
  const { checks, command } = result;
  const [check] = checks;
  // A failing run replaces the failures of its parts.
  const parts = draft.blockers
    .values()
    .filter((old) => old.checks?.every((part) => checks.some((whole) => clears(whole, part))));
  const [earlier] = parts;
  // The end of an output may only count.
  const error = result.error || (earlier?.output ?? "");
  for (const part of parts) draft.blockers.remove(blockerKey(part));
  forgetCommand(draft, event, command);
  const isTest = checks.some(({ kind }) => kind === "test");
  const failure = { command, checks, output: error, error: failureIn(output, isTest) || error };
  block(draft, failure, earlier, event);
  addCheckNote(draft.turn, event, { runner: check.runner, scope: check.scope, command, ok: false, error });
}

/** A command that is no check blocks until the same command passes. */
function applyOther(draft: SessionDraft, use: Finished, shell: ShellReading, event: Envelope): void {
  const output = use.output ?? "";
  const { whole } = shell;
  const earlier = draft.blockers.get(whole);
  const isWork = WORK_CLASSES.has(shell.class);
  if (use.ok) {
    if (earlier !== undefined) rememberFix(draft, event, earlier);
    draft.blockers.remove(whole);
    if (isWork) rememberCommand(draft, event, shell, output);
    noteRun(draft, shell);
    return;
  }
  // A mistyped shell command blocks nothing.
  if (!isWork || isUnknownTask(output)) return;
  forgetCommand(draft, event, shell.text);
  const error = failureIn(output, false);
  block(draft, { command: whole, output: output.slice(0, MAX_OUTPUT_CHARS), error }, earlier, event);
}

const MAX_OUTPUT_CHARS = 400;

function block(
  draft: SessionDraft,
  failure: Pick<Blocker, "command" | "checks" | "output" | "error">,
  earlier: Blocker | undefined,
  event: Envelope,
): void {
  const { at, changed, ran, told } = earlier ?? { at: event.at, changed: [], ran: [], told: false };
  draft.blockers.put(blockerKey(failure), { ...failure, tools: draft.tools, at, changed, ran, told });
}
