import type { PlanChange, Signal, ToolUse } from "../agent/signal.js";
import type { Draft, EventData } from "../event/registry.js";
import { type Bounds, CAP } from "./bound.js";
import { summariseChange } from "./change.js";
import { excerptOutput } from "./output.js";

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
