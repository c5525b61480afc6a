import type { Draft } from "../../event/registry.js";
import type { PastEvent } from "../../journal/append-past.js";

/** A record that could not be read, or only without its broken rows. */
export interface UnreadRecord {
  readonly path: string;
  readonly reason: string;
  readonly isPart: boolean;
}

/** What was found in the records of one agent. */
export interface AgentTally {
  readonly agent: string;
  readonly title: string;
  /** Records in which there was something to read, of all. */
  readonly records: number;
  readonly found: number;
  readonly sessions: number;
  readonly projects: number;
  readonly prompts: number;
  readonly files: number;
  readonly events: number;
  /** Rows that hooks had told of already. */
  readonly live: number;
  readonly unread: readonly UnreadRecord[];
  /** From the first to the last of what was told. */
  readonly first?: number;
  readonly last?: number;
}

/** Counts what is told of one agent's past. */
export class ImportTally {
  readonly sessions = new Set<string>();
  /** By id, with the name where it is known. */
  readonly projects = new Map<string, string>();
  /** Changed or read; of very many, not all. */
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
    for (const path of pathsOf(draft)) if (this.files.size < MOST_FILES) this.files.add(`${project} ${path}`);
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
  }

  counted(agent: string, title: string): AgentTally {
    const { records, found, prompts, events, live, unread } = this;
    return {
      ...{ agent, title, records, found, sessions: this.sessions.size, projects: this.projects.size },
      ...{ prompts, files: this.files.size, events, live, unread },
      ...(events === 0 ? {} : { first: this.#first, last: this.#last }),
    };
  }
}

const MOST_FILES = 50_000;

function pathsOf(draft: Draft): readonly string[] {
  return draft.type === "tool.finished" ? (draft.data.paths ?? []) : [];
}
