import type { Draft } from "../../event/registry.js";
import type { PastEvent } from "../../journal/append-past.js";
import type { Store } from "../../model/store/store.js";

const MAX_FILES = 50_000;

/** A record that could not be read, or only in part. */
export interface UnreadRecord {
  readonly path: string;
  readonly reason: string;
  readonly isPart: boolean;
}

/** The result of importing one agent's records. */
export interface AgentTally {
  readonly agent: string;
  readonly title: string;
  /** Records with something new in them. */
  readonly records: number;
  readonly found: number;
  readonly sessions: number;
  readonly projects: number;
  readonly prompts: number;
  readonly files: number;
  readonly events: number;
  /** Rows that hooks had recorded already. */
  readonly live: number;
  readonly unread: readonly UnreadRecord[];
  readonly first?: number;
  readonly last?: number;
}

export class ImportTally {
  readonly sessions = new Set<string>();
  /** Names by id, "" if unknown. */
  readonly projects = new Map<string, string>();
  /** Changed or read, up to `MAX_FILES`. */
  readonly files = new Set<string>();
  records = 0;
  found = 0;
  prompts = 0;
  events = 0;
  live = 0;
  readonly unread: UnreadRecord[] = [];
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  count({ project, session, at, draft }: PastEvent, name: string): void {
    this.events += 1;
    this.sessions.add(session);
    if (name !== "" || !this.projects.has(project)) this.projects.set(project, name);
    if (draft.type === "prompt.submitted") this.prompts += 1;
    for (const path of pathsOf(draft)) if (this.files.size < MAX_FILES) this.files.add(`${project} ${path}`);
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
  }

  counted(agent: string, title: string): AgentTally {
    const { records, found, prompts, events, live, unread } = this;
    return {
      agent,
      title,
      records,
      found,
      sessions: this.sessions.size,
      projects: this.projects.size,
      prompts,
      files: this.files.size,
      events,
      live,
      unread,
      first: events === 0 ? undefined : this.#first,
      last: events === 0 ? undefined : this.#last,
    };
  }
}

/** The growth of the memory by an import. */
export interface Learned {
  readonly memories: number;
  readonly decisions: number;
  /** By name. */
  readonly projects: readonly string[];
}

type Counts = Pick<Learned, "memories" | "decisions">;

export function countLearned(store: Store, projects: Iterable<string>): Counts {
  let memories = 0;
  let decisions = 0;
  for (const project of projects) {
    const counts = store.memories.counts(project);
    memories += counts.memories;
    decisions += counts.kinds.decision ?? 0;
  }
  return { memories, decisions };
}

export function learnedSince(store: Store, projects: ReadonlyMap<string, string>, before: Counts): Learned {
  const after = countLearned(store, projects.keys());
  return {
    memories: Math.max(0, after.memories - before.memories),
    decisions: Math.max(0, after.decisions - before.decisions),
    projects: [...projects].map(([id, name]) => name || store.project(id)?.name || id),
  };
}

function pathsOf(draft: Draft): readonly string[] {
  return draft.type === "tool.finished" ? (draft.data.paths ?? []) : [];
}
