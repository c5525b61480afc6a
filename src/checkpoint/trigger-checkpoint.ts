import { closeSync, constants, fstatSync, statSync, unlinkSync, writeSync } from "node:fs";
import type { PlanChange, Signal, ToolUse } from "../agent/signal.js";
import { hash64 } from "../capture/place/path.js";
import type { Recorded } from "../capture/record.js";
import { APPEND, openPrivate, secureFolder } from "../host/file/folder.js";
import { onlyReads } from "../text/shell/only-reads.js";
import { markOf } from "./mark-of.js";
import type { Wanted } from "./start-checkpoint.js";

const EVERY = 20;

/** What few calls need and the others need not load. */
export interface Starter {
  /** Starts a process that makes a checkpoint. */
  start(wanted: Wanted): void;
  /** Waits for one that is being made. */
  wait(): void;
  /** Looks at a shell command before it is run. */
  guard(command: string): void;
}

/** Sees to checkpoints where a call of a hook says that it is time for one. */
export function triggerCheckpoint(recorded: Recorded, signal: Signal, starter: Starter): void {
  if (recorded.env["TIDEMARK_CHECKPOINTS"] === "off") return;
  switch (signal.is) {
    case "session-started":
      // The first one of a large tree takes long: then it is made before it is needed.
      starter.start({ reason: "start" });
      return;
    case "prompt":
      starter.start({ reason: "prompt" });
      return;
    case "compaction-started":
      starter.start({ reason: "compaction" });
      return;
    case "tool-started":
      if (!changesFiles(signal.use)) return;
      if (signal.use.command !== undefined) starter.guard(signal.use.command);
      else if (statSync(markOf(recorded, "taking"), { throwIfNoEntry: false })) starter.wait();
      return;
    case "tool-finished": {
      if (changesFiles(signal.use)) noteChange(markOf(recorded, "changed"));
      const isDue = countCall(recorded) % EVERY === 0;
      const wanted = wantedAfter(signal.use, signal.ok) ?? (isDue ? { reason: "tools" } : undefined);
      if (wanted !== undefined) starter.start(wanted);
      return;
    }
    case "session-ended":
      forgetCount(recorded);
  }
}

/** Notes that something may have changed since the last checkpoint. */
function noteChange(file: string): void {
  try {
    closeSync(openPrivate(file, constants.O_WRONLY | constants.O_CREAT));
  } catch {
    // None was ever made here, so nobody asks.
  }
}

/** Tools that others wrote may do anything. */
function changesFiles({ action, command = "" }: ToolUse): boolean {
  if (action === "shell") return !onlyReads(command);
  return action === "edit" || action === "write" || action === "delete" || action === "other";
}

function wantedAfter({ command = "", plan }: ToolUse, ok: boolean): Wanted | undefined {
  if (!ok) return undefined;
  if (plan !== undefined && endsPlan(plan)) return { reason: "plan", ifPlanDone: plan.mode !== "whole" };
  return command.includes("git") && command.includes("commit")
    ? { reason: "commit", label: command }
    : undefined;
}

/** A list with all of it done, or a change that may be the last one. */
function endsPlan(plan: PlanChange): boolean {
  if (plan.mode === "proposed" || plan.mode === "add") return false;
  const isDone = ({ status }: { status?: string }) => status === "done" || status === "dropped";
  return plan.items.some(({ status }) => status === "done") && plan.items.every(isDone);
}

/** The number of tool calls of the session: a byte each in a file of its own, because a hook has no database. */
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

function forgetCount(recorded: Recorded): void {
  try {
    unlinkSync(countFile(recorded));
  } catch {
    // No tool was used.
  }
}

function countFile({ home, scene }: Recorded): string {
  return `${home}/count/${hash64(scene.session)}`;
}
