import { compareEvents } from "../event/envelope.js";
import type { TidemarkEvent } from "../event/registry.js";

/** What is known of a project as a whole: its heartbeat and where it was met. */
export interface ProjectState {
  readonly project: string;
  readonly name: string;
  readonly path: string;
  readonly roots: readonly string[];
  readonly remotes: readonly string[];
  /** Prompts ever submitted in the project. */
  readonly beat: number;
  readonly events: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly last: { readonly clock: number; readonly id: string; readonly session: string };
  readonly seen: { readonly clock: number; readonly id: string };
}

/**
 * Sessions of one project run side by side and their events arrive in any order, so this fold only counts, joins
 * sets and keeps what is latest by (clock, id): the order of arrival cannot be seen in the result.
 */
export function foldProject(before: ProjectState | undefined, event: TidemarkEvent): ProjectState {
  const state = before ?? begin(event);
  const here = { clock: event.clock, id: event.id };
  const isLatest = compareEvents(here, state.last) >= 0;
  const counted: ProjectState = {
    ...state,
    beat: state.beat + (event.type === "prompt.submitted" ? 1 : 0),
    events: state.events + 1,
    startedAt: Math.min(state.startedAt, event.at),
    lastAt: Math.max(state.lastAt, event.at),
    last: isLatest && event.session !== "" ? { ...here, session: event.session } : state.last,
  };
  if (event.type !== "project.seen") return counted;
  const isNewest = compareEvents(here, state.seen) >= 0;
  return {
    ...counted,
    name: isNewest ? event.data.name : state.name,
    path: isNewest ? event.data.path : state.path,
    roots: union(state.roots, event.data.roots),
    remotes: union(state.remotes, event.data.remotes),
    seen: isNewest ? here : state.seen,
  };
}

function begin(event: TidemarkEvent): ProjectState {
  const never = { clock: -1, id: "" };
  return {
    project: event.project,
    name: "",
    path: "",
    roots: [],
    remotes: [],
    beat: 0,
    events: 0,
    startedAt: event.at,
    lastAt: event.at,
    last: { ...never, session: "" },
    seen: never,
  };
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].sort();
}
