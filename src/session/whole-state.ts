import { workBranchOf } from "../extra/extras.js";
import type { Place } from "../host/git/git.js";
import { isAlive } from "../host/process/process.js";
import {
  currentBranch,
  type DecisionNode,
  decisionTree,
  flatten,
} from "../model/fold/decision/decision-tree.js";
import { expandMessages } from "../model/fold/expand-messages.js";
import type { FileFates } from "../model/fold/session/file-fate.js";
import type { PlanItem, Running, SessionState } from "../model/fold/session/session-state.js";
import { progressOf, type SessionStatus, statusOf } from "../model/fold/session/status.js";
import {
  type CheckpointPoint,
  foldWhole,
  type MemoryQuery,
  type Subagent,
  type ToolCall,
  type ToolError,
} from "../model/fold/session/whole.js";
import { type SessionEvents, sessionEvents } from "../model/session-events.js";
import type { Store } from "../model/store/store.js";
import { decidedIn } from "../project/decisions.js";
import type { Phase } from "../text/prose/phase.js";

/** A session as `docs/reference/session-state.md` describes it for programs. */
export interface WholeState {
  readonly session: string;
  readonly agent: string;
  readonly status: SessionStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt?: number;
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly path: string;
    readonly isHere: boolean;
  };
  readonly branch?: string;
  readonly head?: string;
  readonly tags: readonly string[];
  readonly context: {
    readonly intent?: string;
    readonly request?: string;
    readonly phase?: Phase;
    readonly progress?: number;
    readonly plan: readonly PlanItem[];
  };
  readonly agents: { readonly active: readonly string[]; readonly states: readonly AgentState[] };
  readonly tools: { readonly history: readonly ToolCall[]; readonly pending: readonly Running[] };
  /** The trees with decisions of the session, and the branch of work or of git it is on. */
  readonly decisions: { readonly tree: readonly DecisionNode[]; readonly branch: string };
  readonly memory: { readonly queries: readonly MemoryQuery[] };
  readonly files: FileFates;
  readonly errors: { readonly count: number; readonly log: readonly ToolError[] };
  readonly checkpoints: readonly CheckpointPoint[];
}

interface AgentState extends Subagent {
  /** The main agent has the session's status. A subagent that never finished is lost once the session is over. */
  readonly state: SessionStatus | "running" | "finished" | "lost";
}

/** The store and the project from which a session is looked at. */
export interface Viewpoint {
  readonly home: string;
  readonly store: Store;
  readonly project: string;
  readonly place?: Place;
  readonly now: number;
}

/** Builds the whole state of a session from its events. Pass `events` if they have been read already. */
export function wholeState(
  from: Viewpoint,
  state: SessionState,
  events: SessionEvents = sessionEvents(from, state),
): WholeState {
  const { phase, calls, errors, subagents, queries, files, checkpoints } = foldWhole(
    expandMessages(events.known),
  );
  const known = from.store.project(state.project);
  const status = statusOf(state, from.now, isAlive(state.pid, state.pidSince));
  return {
    session: state.session,
    agent: state.agent,
    status,
    createdAt: state.startedAt,
    updatedAt: state.lastAt,
    endedAt: state.ended?.at,
    project: {
      id: state.project,
      name: known?.name ?? "",
      path: known?.path ?? "",
      isHere: state.project === from.project,
    },
    branch: state.branch,
    head: state.head,
    tags: state.tags ?? [],
    context: {
      intent: state.found.intent,
      request: state.work.request,
      phase,
      progress: progressOf(state.plan),
      plan: state.plan,
    },
    agents: agentsOf(state, status, subagents),
    tools: { history: calls, pending: state.running },
    decisions: decisionsOf(from, state),
    memory: { queries },
    files,
    errors: { count: errors.length, log: errors },
    checkpoints,
  };
}

function decisionsOf({ store, project, place }: Viewpoint, state: SessionState): WholeState["decisions"] {
  const here = state.project === project ? place : undefined;
  const tree = decisionTree(decidedIn({ store, project: state.project, place: here })).filter((root) =>
    [...flatten([root])].some(({ session }) => session === state.session),
  );
  const known = store.project(state.project);
  const branch = known === undefined ? "" : workBranchOf(known, state.session);
  return { tree, branch: branch || currentBranch(tree) || (state.branch ?? "") };
}

function agentsOf(
  state: SessionState,
  status: SessionStatus,
  subagents: readonly Subagent[],
): WholeState["agents"] {
  const isOver = status !== "active" && status !== "idle";
  const { agent: type, startedAt, ended } = state;
  const main: AgentState = { id: "main", type, state: status, startedAt, finishedAt: ended?.at };
  const others = subagents.map((agent): AgentState => {
    return { ...agent, state: agent.finishedAt !== undefined ? "finished" : isOver ? "lost" : "running" };
  });
  const states = [main, ...others];
  return {
    active: states.flatMap((one) => (one.state === "active" || one.state === "running" ? [one.id] : [])),
    states,
  };
}
