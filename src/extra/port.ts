import type { Asker, MadeDecision } from "../brief/situation.js";
import type { Source } from "../brief/source.js";
import type { Env } from "../host/env.js";
import type { EventContext } from "../journal/append.js";
import type { Decided } from "../model/fold/decision/decision-tree.js";
import type { ProjectState } from "../model/fold/project.js";
import type { PlanItem, SessionState } from "../model/fold/session/session-state.js";
import type { RecentThreads, Thread } from "../model/fold/thread/thread-state.js";
import type { Store } from "../model/store/store.js";
import type { Here } from "../project/here.js";
import type { Opened } from "../project/open.js";
import type { Phrases } from "../render/phrase.js";
import type { Language } from "../text/words/language.js";

/** Which part of a project's work a session is told about. */
export interface Perspective {
  /** The latest sessions to tell about, newest first. */
  readonly sessions: readonly SessionState[];
  /** The same, further back. */
  earlier(): readonly SessionState[];
  /** Whether the work of a session is part of what is told. */
  includes(session: string): boolean;
  /** Whether what a session touched may matter: it is included, or came before. */
  isNear(session: string): boolean;
  /** The thread that goes on; `own` is that of the session told about, `open` are the ids of unfinished ones. */
  hot(threads: RecentThreads, own: Thread | undefined, open: ReadonlySet<string>): Thread | undefined;
  plan(plan: readonly PlanItem[], about: SessionState | undefined): readonly PlanItem[];
  /** The decisions that hold, newest first. */
  decisions(made: readonly MadeDecision[], about: SessionState | undefined): readonly MadeDecision[];
  /** Whether a choice made at this time no longer holds here. */
  isDropped(choice: string, at: number): boolean;
  /** The session was started for a perspective that does not exist. */
  readonly isMissing: boolean;
}

/** Changes the perspective of a session, or returns it unchanged. */
export type PerspectiveChange = (
  perspective: Perspective,
  store: Store,
  state: ProjectState | undefined,
  asker: Asker,
) => Perspective;

/** A project as one session sees it. */
export type ProjectView = (
  store: Store,
  state: ProjectState,
  asker: Pick<Asker, "project" | "session" | "workBranch">,
) => ProjectState;

/** Changes decisions before they are put into trees. */
export interface DecisionView {
  /** Says where one decision was made. */
  place(state: ProjectState, decided: Decided): Decided;
  /** Applies to all of them what happened to the places since. */
  merge(state: ProjectState, decided: readonly Decided[]): Decided[];
}

/** The branch of work that a session is on; empty if it is on none. */
export type BranchOf = (state: ProjectState, session: string) => string;

/** Checks the name of a new branch of work; the returned function begins it there and puts a session on it. */
export type StartBranch = (
  opened: Opened,
  name: string,
) => (here: Here, start: BranchStart, session: string) => void;

/** Where a branch of work begins: after a turn of a session, or in the middle of a turn at a time. */
export interface BranchStart {
  readonly session: string;
  readonly turn: number;
  readonly until?: number;
}

/** How many words of each language the prompts of a project had, and the language that was asked for. */
export type LanguageVotes = (state: ProjectState) => {
  readonly en: number;
  readonly fr: number;
  readonly wish?: Language;
};

/** Whether the text is to have icons. */
export type IconWish = (state: ProjectState) => boolean;

/** Runs when a session begins, before it is told anything. */
export type SessionStart = (home: string, store: Store, scene: EventContext, env: Env) => void;

/** Lines that are added to what a session is told. */
export type BriefLines = (state: ProjectState) => (phrases: Phrases) => Source[];

/** Files that were exported earlier and are written again from what is left, with paths relative to `folder`. */
export interface ExportedAgain {
  readonly folder: string;
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files that somebody else changed since. */
  readonly left: readonly string[];
}

export type ExportAgain = (
  home: string,
  when: { readonly now: number; readonly zone: (at: number) => number },
) => readonly ExportedAgain[];
