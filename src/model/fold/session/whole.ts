import { compareEvents } from "../../../event/order.js";
import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import type { ToolAction } from "../../../event/tool.js";
import { type Phase, type PhaseStep, phaseOf } from "../../../text/prose/phase.js";
import { readShell } from "../../../text/shell/shell.js";
import { type FileFates, fileFates } from "./file-fate.js";
import { changePlan, progressOf } from "./plan.js";
import { upToOf } from "./rewind.js";
import type { PlanItem } from "./session-state.js";
import { targetOf } from "./tool.js";

/** What is told of a session only from all of its events, and is too much to keep with its state. */
export interface WholeSession {
  readonly phase?: Phase;
  readonly calls: readonly ToolCall[];
  readonly errors: readonly ToolError[];
  readonly subagents: readonly Subagent[];
  readonly queries: readonly MemoryQuery[];
  readonly files: FileFates;
  readonly checkpoints: readonly CheckpointPoint[];
}

export interface ToolCall {
  readonly tool: string;
  readonly action: ToolAction;
  /** The file, the whole command or what was looked for, in one line. */
  readonly target: string;
  readonly ok: boolean;
  readonly ms?: number;
  readonly at: number;
  /** The subagent that made it. */
  readonly agent?: string;
}

export interface ToolError {
  readonly tool: string;
  readonly target: string;
  /** The first lines of what went wrong. */
  readonly text: string;
  readonly exit?: number;
  readonly at: number;
}

export interface Subagent {
  readonly id: string;
  readonly type: string;
  readonly startedAt: number;
  readonly finishedAt?: number;
  /** What it came back with. */
  readonly message?: string;
}

export interface MemoryQuery {
  readonly query: string;
  readonly found: number;
  readonly at: number;
}

export interface CheckpointPoint {
  readonly id: string;
  readonly reason: EventData<"checkpoint.created">["reason"];
  readonly label?: string;
  readonly at: number;
  /** After how many tool calls. */
  readonly tools: number;
  readonly progress?: number;
  readonly changed?: number;
  readonly left?: number;
}

const MAX_ERROR = { lines: 4, characters: 400 } as const;
const MAX_MESSAGE_CHARS = 400;

/** Tells all events of a session, given in order. */
export function foldWhole(events: readonly TidemarkEvent[]): WholeSession {
  const counting = effectiveEvents(events);
  const phase = phaseIn(counting);
  return {
    phase,
    calls: events.flatMap((event) => (event.type === "tool.finished" ? [callOf(event.data, event.at)] : [])),
    errors: events.flatMap((event) =>
      event.type === "tool.finished" && !event.data.ok ? [errorOf(event.data, event.at)] : [],
    ),
    subagents: subagentsIn(events),
    queries: events.flatMap((event) =>
      event.type === "memory.recalled" ? [{ ...event.data, at: event.at }] : [],
    ),
    files: fileFates(counting),
    checkpoints: checkpointsIn(events),
  };
}

function callOf(use: EventData<"tool.finished">, at: number): ToolCall {
  const { tool, action, ok, ms, agentId } = use;
  return {
    tool,
    action,
    target: wholeTarget(use),
    ok,
    ms,
    at,
    agent: agentId,
  };
}

function errorOf(use: EventData<"tool.finished">, at: number): ToolError {
  const { tool, output = "", exit } = use;
  const text = output.split("\n").slice(0, MAX_ERROR.lines).join("\n").slice(0, MAX_ERROR.characters);
  return { tool, target: wholeTarget(use), text, exit, at };
}

function wholeTarget(use: EventData<"tool.finished">): string {
  return use.command === undefined ? targetOf(use) : readShell(use.command).whole;
}

/** By id: one that is asked to go on starts again. */
function subagentsIn(events: readonly TidemarkEvent[]): Subagent[] {
  const agents = new Map<string, Subagent>();
  for (const { type, data, at } of events) {
    if (type !== "subagent.started" && type !== "subagent.finished") continue;
    const { agentId: id, agentType } = data;
    const startedAt = agents.get(id)?.startedAt ?? at;
    if (type === "subagent.started") {
      agents.set(id, { id, type: agentType, startedAt });
      continue;
    }
    const message = data.message?.slice(0, MAX_MESSAGE_CHARS);
    agents.set(id, {
      id,
      type: agentType,
      startedAt,
      finishedAt: at,
      message,
    });
  }
  return [...agents.values()];
}

/** What the last turn in which something was done is doing. */
function phaseIn(events: readonly TidemarkEvent[]): Phase | undefined {
  const steps: PhaseStep[] = [];
  let from = 0;
  let next = 0;
  for (const { type, data } of events) {
    if (type === "prompt.submitted") next = steps.length;
    if (type !== "tool.finished" && type !== "plan.proposed") continue;
    from = next;
    steps.push(
      type === "plan.proposed"
        ? { action: "plan", ok: true, isProposal: true }
        : {
            action: data.action,
            ok: data.ok,
            command: data.command,
          },
    );
  }
  return phaseOf(steps, from);
}

function checkpointsIn(events: readonly TidemarkEvent[]): CheckpointPoint[] {
  const points: CheckpointPoint[] = [];
  let plan: readonly PlanItem[] = [];
  let tools = 0;
  for (const { type, data, at } of events) {
    if (type === "tool.finished") tools++;
    else if (type === "plan.updated") plan = changePlan(plan, data);
    if (type !== "checkpoint.created") continue;
    const { checkpoint: id, reason, label, changed, left } = data;
    const progress = progressOf(plan);
    points.push({
      id,
      reason,
      label,
      at,
      tools,
      progress,
      changed,
      left,
    });
  }
  return points;
}

interface Link {
  readonly event: TidemarkEvent;
  readonly before: Link | undefined;
}

/**
 * The events of a session, given in order, that still count for its state: what came after a checkpoint no longer does
 * once the state went back to it, and does again once that was undone.
 */
export function effectiveEvents(events: readonly TidemarkEvent[]): readonly TidemarkEvent[] {
  if (!events.some((event) => upToOf(event) !== undefined)) return events;
  /** What counted after each event. */
  const after: (Link | undefined)[] = [];
  let last: Link | undefined;
  for (const event of events) {
    const upTo = upToOf(event);
    if (upTo === undefined) last = { event, before: last };
    else {
      const then = events.slice(0, after.length).findLastIndex((other) => compareEvents(other, upTo) <= 0);
      last = then === -1 ? undefined : after[then];
    }
    after.push(last);
  }
  const counting: TidemarkEvent[] = [];
  for (let link = last; link !== undefined; link = link.before) counting.push(link.event);
  return counting.reverse();
}
