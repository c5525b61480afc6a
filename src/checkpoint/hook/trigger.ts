import { closeSync, constants, fstatSync, statSync, writeSync } from "node:fs";
import type { PlanChange, Signal, ToolUse } from "../../agent/signal.js";
import { hash64 } from "../../capture/place/path.js";
import type { Recorded } from "../../capture/record.js";
import { APPEND, openPrivate, secureFolder } from "../../host/file/folder.js";
import { onlyReads } from "../../text/shell/only-reads.js";
import { markOf, removeMark } from "../checkpoint.js";
import type { Wanted } from "./start.js";

const CALLS_PER_CHECKPOINT = 20;

/** Actions that few calls need, so that the others need not load them. */
export interface Starter {
  start(wanted: Wanted): void;
  wait(): void;
  guard(command: string): void;
}

/** Signals that start a checkpoint. The first one of a large tree takes long, so it is made before it is needed. */
const STARTS: { readonly [S in Signal["is"]]?: Wanted["reason"] } = {
  "session-started": "start",
  prompt: "prompt",
  "compaction-started": "compaction",
};

/** Starts checkpoints for the calls of a hook that need one. */
export function triggerCheckpoint(recorded: Recorded, signal: Signal, starter: Starter): void {
  if (recorded.env["TIDEMARK_CHECKPOINTS"] === "off") return;
  const reason = STARTS[signal.is];
  if (reason !== undefined) starter.start({ reason });
  switch (signal.is) {
    case "tool-started":
      if (!changesFiles(signal.use)) return;
      if (signal.use.command !== undefined) starter.guard(signal.use.command);
      else if (statSync(markOf(recorded, "taking"), { throwIfNoEntry: false })) starter.wait();
      return;
    case "tool-finished": {
      if (changesFiles(signal.use)) noteChange(markOf(recorded, "changed"));
      const isDue = countCall(recorded) % CALLS_PER_CHECKPOINT === 0;
      const wanted = wantedAfter(signal.use, signal.ok) ?? (isDue ? { reason: "tools" } : undefined);
      if (wanted !== undefined) starter.start(wanted);
      return;
    }
    case "session-ended":
      removeMark(countFile(recorded));
  }
}

/** Notes that files may have changed since the last checkpoint. */
function noteChange(file: string): void {
  try {
    closeSync(openPrivate(file, constants.O_WRONLY | constants.O_CREAT));
  } catch {
    // No checkpoint was ever made here, so nobody reads the mark.
  }
}

/** Whether a call writes files, or runs a command that may. */
export function mayWrite({ action, command = "" }: ToolUse): boolean {
  if (action === "shell") return !onlyReads(command);
  return action === "edit" || action === "write" || action === "delete";
}

/** Unknown tools may do anything. */
function changesFiles(use: ToolUse): boolean {
  return use.action === "other" || mayWrite(use);
}

function wantedAfter({ command = "", plan }: ToolUse, ok: boolean): Wanted | undefined {
  if (!ok) return undefined;
  if (plan !== undefined && endsPlan(plan)) return { reason: "plan", ifPlanDone: plan.mode !== "whole" };
  return command.includes("git") && command.includes("commit")
    ? { reason: "commit", label: command }
    : undefined;
}

/** A list whose items are all done, or a change that may complete it. */
function endsPlan(plan: PlanChange): boolean {
  if (plan.mode === "proposed" || plan.mode === "add") return false;
  const isDone = ({ status }: { status?: string }) => status === "done" || status === "dropped";
  return plan.items.some(({ status }) => status === "done") && plan.items.every(isDone);
}

/** Counts the session's tool calls, one byte each in a file, because a hook has no database. */
function countCall(recorded: Recorded): number {
  secureFolder(`${recorded.home}/count`);
  const fd = openPrivate(countFile(recorded), APPEND);
  try {
    writeSync(fd, ".");
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}

function countFile({ home, scene }: Recorded): string {
  return `${home}/count/${hash64(scene.session)}`;
}
