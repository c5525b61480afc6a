import { compareEvents } from "../../../event/order.js";
import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import type { ToolAction } from "../../../event/tool.js";
import { type Phase, type PhaseStep, phaseOf } from "../../../text/prose/phase.js";
import { readShell } from "../../../text/shell/shell.js";
import { type FileFates, fileFates } from "./file-fate.js";
import { upToOf } from "./session.js";
import type { CheckpointMade, PlanItem } from "./session-state.js";
import { changePlan, progressOf } from "./status.js";
import { targetOf } from "./tool.js";

/** Details of a session that are too large for its state and are computed from all of its events. */
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
  /** The file, the whole command or the search term, in one line. */
  readonly target: string;
  readonly ok: boolean;
  readonly ms?: number;
  readonly at: number;
  /** The subagent that made the call. */
  readonly agent?: string;
}

export interface ToolError {
  readonly tool: string;
  readonly target: string;
  readonly text: string;
  readonly exit?: number;
  readonly at: number;
}

export interface Subagent {
  readonly id: string;
  readonly type: string;
  readonly startedAt: number;
  readonly finishedAt?: number;
  readonly message?: string;
}

export interface MemoryQuery {
  readonly query: string;
  readonly found: number;
  readonly at: number;
}

export interface CheckpointPoint extends CheckpointMade {
  readonly progress?: number;
  readonly changed?: number;
  readonly left?: number;
}

const MAX_ERROR = { lines: 4, characters: 400 } as const;
const MAX_MESSAGE_CHARS = 400;

/** Expects all events of a session in order. */
export function foldWhole(events: readonly TidemarkEvent[]): WholeSession {
  const counting = effectiveEvents(events);
  const uses = events.filter((event) => event.type === "tool.finished");
  return {
    phase: phaseIn(counting),
    calls: uses.map(({ data, at }) => callOf(data, at)),
    errors: uses
      .filter(({ data }) => !data.ok && data.refused === undefined)
      .map(({ data, at }) => errorOf(data, at)),
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
  return { tool, action, target: wholeTarget(use), ok, ms, at, agent: agentId };
}

function errorOf(use: EventData<"tool.finished">, at: number): ToolError {
  const { tool, output = "", exit } = use;
  const text = output.split("\n").slice(0, MAX_ERROR.lines).join("\n").slice(0, MAX_ERROR.characters);
  return { tool, target: wholeTarget(use), text, exit, at };
}

function wholeTarget(use: EventData<"tool.finished">): string {
  return use.command === undefined ? targetOf(use) : readShell(use.command).whole;
}

/** By id: a subagent that is asked to continue starts again. */
function subagentsIn(events: readonly TidemarkEvent[]): Subagent[] {
  const agents = new Map<string, Subagent>();
  for (const { type, data, at } of events) {
    if (type !== "subagent.started" && type !== "subagent.finished") continue;
    const { agentId: id, agentType } = data;
    const agent = { id, type: agentType, startedAt: agents.get(id)?.startedAt ?? at };
    if (type === "subagent.started") agents.set(id, agent);
    else agents.set(id, { ...agent, finishedAt: at, message: data.message?.slice(0, MAX_MESSAGE_CHARS) });
  }
  return [...agents.values()];
}

/** The phase of the last turn in which something was done. */
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
        : { action: data.action, ok: data.ok, command: data.command },
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
    points.push({ id, reason, label, at, tools, progress: progressOf(plan), changed, left });
  }
  return points;
}

interface Link {
  readonly event: TidemarkEvent;
  readonly before: Link | undefined;
}

/**
 * The events of a session that still count for its state. Events after a checkpoint stop counting when the state goes
 * back to it, and count again when that is undone.
 */
export function effectiveEvents(events: readonly TidemarkEvent[]): readonly TidemarkEvent[] {
  if (!events.some((event) => upToOf(event) !== undefined)) return events;
  /** The chain of counting events after each event. */
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
