import { isAlive } from "../host/process/process.js";
import { type Insights, insightsOf, type ObservedSession } from "../model/fold/insight/insight.js";
import type { Memory } from "../model/fold/memory/memory-state.js";
import { hasDied } from "../model/fold/session/status.js";
import type { Store } from "../model/store/store.js";

export interface InsightFilter {
  readonly project?: string;
  readonly since: number;
  readonly now: number;
}

const MANY = 1_000_000;

/** Compares the sessions since a moment. */
export function insights(store: Store, { project, since, now }: InsightFilter): Insights {
  const projects = project === undefined ? store.projects().map((known) => known.project) : [project];
  return insightsOf(projects.flatMap((one) => looksAt(store, one, since, now)));
}

function looksAt(store: Store, project: string, since: number, now: number): ObservedSession[] {
  const states = store.sessions({ project, worked: true }).filter(({ lastAt }) => lastAt >= since);
  if (states.length === 0) return [];
  const footprints = new Map(
    store.footprints(project, MANY).map(({ session, footprint }) => [session, footprint]),
  );
  const memories = failuresBySession(store, project, since);
  return states.map((state): ObservedSession => {
    const steps = state.steps.filter(({ at }) => at >= since);
    return {
      state: since > state.startedAt ? { ...state, steps } : state,
      hasDied: hasDied(state, now, isAlive(state.pid, state.pidSince)),
      turns: store.turns(project, state.session).filter(({ at }) => at >= since),
      footprint: footprints.get(state.session),
      memories: memories.get(state.session) ?? [],
    };
  });
}

function failuresBySession(store: Store, project: string, since: number): Map<string, Memory[]> {
  const found = new Map<string, Memory[]>();
  for (const kind of ["blocker", "fix"] as const)
    for (const memory of store.memories.latest(project, { kind, limit: MANY })) {
      if (memory.at < since) continue;
      const known = found.get(memory.session) ?? [];
      found.set(memory.session, known);
      known.push(memory);
    }
  return found;
}
