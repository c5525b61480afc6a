import type { Change, PlanChange, Signal, ToolUse } from "../agent/signal.js";
import { stripAnsi } from "../ansi.js";
import type { Draft, EventData } from "../event/registry.js";
import { hidePrivate, hidePrivateFrom, isFence, mayHidePrivate } from "../redact/private.js";
import { type Bounds, CAP } from "./bound.js";

/** Where a path stands in the project, as it is stored. */
export type Locate = (path: string) => string;

const MOST_PATHS = 20;
const MOST_PLAN_ITEMS = 60;
const SOURCES = ["startup", "resume", "clear", "compact", "fork"] as const;

/** Turns what a hook said into events: bounded, and redacted before anybody can write them. */
export function capture(signal: Signal, locate: Locate, bounds: Bounds): Draft[] {
  const { bound, bounded, boundName } = bounds;
  switch (signal.is) {
    case "session-started":
      return [
        {
          type: "session.started",
          data: {
            source: SOURCES.find((source) => source === signal.source) ?? "unknown",
            model: signal.model === undefined ? undefined : boundName(signal.model),
            pid: signal.pid,
            pidSince: signal.pidSince,
          },
        },
      ];
    case "session-ended":
      return [{ type: "session.ended", data: { reason: boundName(signal.reason) } }];
    case "prompt": {
      const { text, cut } = bounded(signal.text, CAP.prompt);
      return [{ type: "prompt.submitted", data: cut > 0 ? { text, cut } : { text } }];
    }
    case "tool-started":
      return [{ type: "tool.started", data: describeUse(signal.use, locate, bounds) }];
    case "tool-finished":
      return [
        { type: "tool.finished", data: describeEnd(signal, locate, bounds) },
        ...planOf(signal.use.plan, signal.ok, bounds),
      ];
    case "said":
      return [{ type: "message.said", data: { text: bound(signal.text, CAP.said) } }];
    case "turn-ended":
      return [{ type: "turn.ended", data: { message: bound(signal.message, CAP.message) } }];
    case "compaction-started":
      return [
        {
          type: "compaction.started",
          data: {
            trigger: boundName(signal.trigger),
            ...(signal.instructions ? { instructions: bound(signal.instructions, CAP.target) } : {}),
          },
        },
      ];
    case "compaction-finished":
      return [
        {
          type: "compaction.finished",
          data: { trigger: boundName(signal.trigger), summary: bound(signal.summary, CAP.summary) },
        },
      ];
    case "subagent-started":
      return [
        {
          type: "subagent.started",
          data: { agentId: boundName(signal.agentId), agentType: boundName(signal.agentType) },
        },
      ];
    case "subagent-finished":
      return [
        {
          type: "subagent.finished",
          data: {
            agentId: boundName(signal.agentId),
            agentType: boundName(signal.agentType),
            ...(signal.message ? { message: bound(signal.message, CAP.said) } : {}),
          },
        },
      ];
  }
}

function describeUse(use: ToolUse, locate: Locate, { bound, boundName }: Bounds): EventData<"tool.started"> {
  const paths = (use.paths ?? []).slice(0, MOST_PATHS).map((path) => boundName(locate(path), CAP.path));
  return {
    tool: boundName(use.tool),
    action: use.action,
    call: use.call === undefined ? undefined : boundName(use.call),
    ...(paths.length === 0 ? {} : { paths }),
    command: use.command === undefined ? undefined : bound(use.command, CAP.command),
    target: use.target === undefined ? undefined : bound(use.target, CAP.target),
    agentId: use.agentId === undefined ? undefined : boundName(use.agentId),
  };
}

function describeEnd(
  signal: Extract<Signal, { is: "tool-finished" }>,
  locate: Locate,
  bounds: Bounds,
): EventData<"tool.finished"> {
  const { use, ok } = signal;
  const exit = ok ? undefined : exitCode(signal.output);
  // What a read or search returned is the project's own text; only commands and failures are worth an excerpt.
  const output =
    signal.output !== undefined && (!ok || use.action === "shell")
      ? excerptOutput(signal.output, ok, bounds)
      : undefined;
  return {
    ...describeUse(use, locate, bounds),
    ok,
    ...(signal.interrupted ? { interrupted: true } : {}),
    ms: signal.ms === undefined ? undefined : Math.round(signal.ms),
    exit,
    ...(ok && use.created !== undefined ? { created: use.created } : {}),
    ...(ok && use.change ? summariseChange(use.change, bounds) : {}),
    output,
  };
}

function exitCode(output: string | undefined): number | undefined {
  const match = /^(?:Error: )?Exit code:? (\d{1,5})\b/.exec(output ?? "");
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function planOf(plan: PlanChange | undefined, ok: boolean, { bound, boundName }: Bounds): Draft[] {
  if (plan === undefined) return [];
  // A rejected plan still says what was thought of; a failed change of the list says nothing.
  if (plan.mode === "proposed")
    return [{ type: "plan.proposed", data: { text: bound(plan.text, CAP.plan) } }];
  if (!ok) return [];
  const items = plan.items.slice(0, MOST_PLAN_ITEMS).map((item) => ({
    key: item.key === undefined ? undefined : boundName(item.key),
    text: item.text === undefined ? undefined : boundName(item.text, CAP.planItem),
    status: item.status,
  }));
  return [{ type: "plan.updated", data: { mode: plan.mode, items } }];
}

const NAMES_A_FAILURE =
  /\b(?:error|fail(?:ed|ure|ures|ing)?|panic|exception|traceback|assert\w*|expected|received|undefined|cannot|not found|denied|refused|unresolved|mismatch|fatal|abort(?:ed)?)\b|✗|✘|×|❯|^E\s/i;

// Long outputs are scanned at both ends only: errors stand near the start (compilers) or the end (test runners).
const SCAN = 16_384;

/** The few lines of an output worth keeping: of a failure those that name it, of a success the last ones. */
function excerptOutput(output: string, ok: boolean, bounds: Bounds): string | undefined {
  // Before lines are chosen: the tags are seldom among them.
  const text = hidePrivate(stripAnsi(output)).trim();
  if (text === "") return undefined;
  if (ok) return bounds.boundTail(text, CAP.outputOk);
  if (text.length <= CAP.output) return bounds.bound(text, CAP.output);
  return bounds.bound(failureLines(text), CAP.output);
}

function failureLines(text: string): string {
  const scanned =
    text.length <= 2 * SCAN ? text : `${text.slice(0, SCAN)}\n${text.slice(text.length - SCAN)}`;
  const lines = scanned.split("\n").map((line) => line.trimEnd().slice(0, 300));
  const tail = lines.slice(-4);
  const named = lines.slice(0, -4).filter((line) => NAMES_A_FAILURE.test(line));
  const kept: string[] = [];
  let room = CAP.output - tail.join("\n").length - 2;
  for (const line of named) {
    if (line.length + 1 > room || kept.length >= 12) break;
    if (kept.includes(line)) continue;
    kept.push(line);
    room -= line.length + 1;
  }
  return [...kept, ...tail].join("\n");
}

interface ChangeSummary {
  readonly added: number;
  readonly removed: number;
  readonly change?: string;
}

/** Counts what an edit did and keeps its first lines, each with its sign. */
function summariseChange(change: Change, bounds: Bounds): ChangeSummary {
  const lines = "lines" in change ? change.lines : diffLines(change.before, change.after);
  let added = 0;
  let removed = 0;
  let text = "";
  let depth = 0;
  for (const line of lines) {
    // A fence may open in a line that the edit leaves as it is.
    const shown = depth > 0 || mayHidePrivate(line) ? hidePrivateFrom(line, depth) : { text: line, depth };
    const isInside = depth > 0 && shown.depth > 0;
    depth = shown.depth;
    if (line.startsWith("+")) added++;
    else if (line.startsWith("-")) removed++;
    else continue;
    if (isInside) continue;
    if (text.length < CAP.change && shown.text.trim().length > 2) text += `${shown.text.slice(0, 200)}\n`;
  }
  const kept = bounds.bound(text.trimEnd(), CAP.change);
  return kept === "" ? { added, removed } : { added, removed, change: kept };
}

// Common head and tail are cut off; what is between counts as replaced. Exact enough for "+12 -3", and linear.
function diffLines(before: string, after: string): string[] {
  const old = before === "" ? [] : before.replace(/\n$/, "").split("\n");
  const now = after === "" ? [] : after.replace(/\n$/, "").split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  ) {
    tail++;
  }
  // What is fenced off may begin in the head: it goes with it, without a sign.
  const lines = old
    .slice(0, head)
    .filter(isFence)
    .map((line) => ` ${line}`);
  for (let i = head; i < old.length - tail; i++) lines.push(`-${old[i]}`);
  for (let i = head; i < now.length - tail; i++) lines.push(`+${now[i]}`);
  return lines;
}
