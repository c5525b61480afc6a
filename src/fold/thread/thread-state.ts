/** A line of work across sessions. Bounded: what it is about, not all that was done. */
export interface Thread {
  readonly id: string;
  readonly title: string;
  /** How much the title's own turn said; a person's title is above all. */
  readonly rank: number;
  /** At most 5, the most telling first. */
  readonly topics: readonly string[];
  readonly summary: string;
  /** The last 30 files modified, oldest first. */
  readonly files: readonly string[];
  /** The last 12 files read, oldest first. */
  readonly seen: readonly string[];
  /** What its turns talk about, with a weight that fades. At most 40. */
  readonly words: readonly (readonly [string, number])[];
  /** The length of the words as a vector, rare ones longer. */
  readonly norm: number;
  /** The last 5 branches, oldest first. */
  readonly branches: readonly string[];
  /** The last 10 sessions, oldest first. */
  readonly sessions: readonly string[];
  readonly turns: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Of the hot thread alone. */
  readonly work?: WorkContext;
}

/** What one would need to go on at once. */
export interface WorkContext {
  /** The last 10 files, oldest first. */
  readonly files: readonly string[];
  /** The last 5 things done, oldest first. */
  readonly actions: readonly { readonly is: "changed" | "ran"; readonly what: string }[];
  readonly goal: string;
}

/** What has been threaded so far, as far as later turns need it. Threads not met for long have left it. */
export interface ThreadsState {
  /** The last turn told: nothing before it may follow. */
  readonly last: { readonly clock: number; readonly id: string };
  readonly hot?: string;
  /** At most 50, the one worked on last is the last. */
  readonly recent: readonly Thread[];
  /** Where the last 60 sessions stand: session, thread, and when that was. */
  readonly places: readonly (readonly [session: string, thread: string, at: number])[];
  /** In how many turns each word occurred, of how many: what all talk about tells nothing apart. At most 1,200. */
  readonly vocabulary: readonly (readonly [string, number])[];
  readonly turns: number;
}

/** The threads themselves. */
export type RecentThreads = Pick<ThreadsState, "recent" | "hot">;

export const NO_THREADS: ThreadsState = {
  last: { clock: -1, id: "" },
  recent: [],
  places: [],
  vocabulary: [],
  turns: 0,
};

/** Why a turn belongs to its thread. */
export interface Reason {
  readonly is: "file" | "word" | "branch" | "session" | "reply" | "began" | "corrected";
  readonly what: string;
}

export interface Join {
  /** The turn's short name. */
  readonly turn: string;
  readonly session: string;
  readonly n: number;
  readonly at: number;
  readonly thread: string;
  readonly why: readonly Reason[];
}

/** The thread worked on last. */
export function hotThread(state: RecentThreads): Thread | undefined {
  return state.recent.find((thread) => thread.id === state.hot);
}
