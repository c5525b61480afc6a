import { findCheckpoint } from "../../checkpoint/record.js";
import { TidemarkError } from "../../error.js";
import { drain } from "../../model/drain.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { declare } from "../../project/declare.js";
import type { Here } from "../../project/here.js";
import { findSession, type Opened } from "../../project/open.js";
import type { BranchStart, StartBranch } from "../port.js";
import { branchView, contentOn } from "./content.js";
import { branchesOf, branchOf, findBranch, mergedInto, type WorkBranch } from "./fold/branch.js";
import type { BranchContent } from "./fold/content.js";

/** A branch of work with its content. */
export interface ListedBranch {
  readonly name: string;
  /** Where it began. */
  readonly session: string;
  readonly turn: number;
  readonly createdAt: number;
  /** Newest first. */
  readonly sessions: readonly string[];
  readonly lastAt: number;
  readonly content: BranchContent;
  /** The files that its sessions changed last, newest first. */
  readonly files: readonly string[];
  /** The branch it was merged into; empty for the work on no branch. */
  readonly merged?: { readonly into: string; readonly at: number };
}

/** The name to give for the work that is on no branch. */
export const NO_BRANCH = "none";
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_./-]{0,59}$/u;
const MAX_FILES = 30;

/** The branch worked on last comes first. */
export function listBranches(opened: Opened): ListedBranch[] {
  const view = branchView(opened);
  if (view === undefined) return [];
  return branchesOf(view.state)
    .map((branch): ListedBranch => {
      const { id: name, session, turn, at: createdAt } = branch;
      const own = view.sessions.filter((state) => branchOf(view.state, state.session) === name);
      const merged = mergedInto(view.state, branch);
      return {
        name,
        session,
        turn,
        createdAt,
        sessions: own.map((state) => state.session),
        lastAt: Math.max(createdAt, ...own.map(({ lastAt }) => lastAt)),
        content: contentOn(view, name),
        files: filesOf(own),
        merged: merged && { into: merged.into, at: merged.at },
      };
    })
    .sort((a, b) => b.lastAt - a.lastAt);
}

/** Begins a branch of work at the end of the newest session, or at `from`: SESSION, SESSION@TURN or SESSION@CHECKPOINT. */
export function createBranch(opened: Opened, text: string, from: string | undefined): ListedBranch {
  const name = readNewBranch(opened, text);
  beginBranch(opened, name, pointFrom(opened, from));
  drain(opened.home, opened.store);
  const made = listBranches(opened).find((one) => one.name === name);
  if (made === undefined) throw new Error("The branch was not drained.");
  return made;
}

/** Checks the name of a new branch of work. */
function readNewBranch({ store, project, redact }: Opened, text: string): string {
  const name = text.trim();
  if (!NAME.test(name) || name.toLowerCase() === NO_BRANCH || redact(name) !== name)
    throw new TidemarkError("bad-argument", `"${text}" is no name for a branch of work.`, {
      hint: `Use letters, digits and . / - _, 60 characters at most; "${NO_BRANCH}" is the work on no branch.`,
    });
  const state = store.project(project);
  if (state !== undefined && findBranch(state, name) !== undefined) {
    throw new TidemarkError("bad-argument", `There is a branch of work "${name}" already.`, {
      hint: `See it with: tidemark branch ${name}`,
    });
  }
  return name;
}

export const startBranch: StartBranch = (opened, text) => {
  const name = readNewBranch(opened, text);
  return (here, start, session) => {
    beginBranch(here, name, start);
    declare(here, { type: "branch.joined", data: { branch: name, session } });
  };
};

function beginBranch(here: Here, name: string, { session, turn, until }: BranchStart): void {
  declare(here, { type: "branch.created", data: { branch: name, session, turn, until } });
}

/** Puts a session on a branch. A session is on one branch at most: it leaves the one it was on. */
export function joinBranch(
  opened: Opened,
  name: string,
  id: string,
): { readonly session: SessionState; readonly before: string } {
  const branch = requireBranch(opened, name);
  const session = sessionHere(opened, id);
  const before = branchIn(opened, session.session);
  if (before !== branch.id)
    declare(opened, { type: "branch.joined", data: { branch: branch.id, session: session.session } });
  return { session, before };
}

export function leaveBranch(opened: Opened, name: string, id: string): SessionState {
  const branch = requireBranch(opened, name);
  const session = sessionHere(opened, id);
  if (branchIn(opened, session.session) !== branch.id) {
    const short = session.session.slice(0, 8);
    throw new TidemarkError("not-found", `The session ${short} is not on "${branch.id}".`, {
      hint: `See its sessions with: tidemark branch ${branch.id}`,
    });
  }
  declare(opened, { type: "branch.joined", data: { branch: "", session: session.session } });
  return session;
}

/** The sessions of the branch stay, and are on no branch from then on. */
export function deleteBranch(opened: Opened, name: string): void {
  const branch = requireBranch(opened, name);
  const { joined = [] } = opened.store.project(opened.project)?.extra.branches ?? {};
  for (const { id } of joined.filter((one) => one.branch === branch.id))
    declare(opened, { type: "branch.joined", data: { branch: "", session: id } });
  declare(opened, { type: "branch.deleted", data: { branch: branch.id } });
}

export function requireBranch({ store, project }: Opened, name: string): WorkBranch {
  const state = store.project(project);
  const found = state === undefined ? undefined : findBranch(state, name);
  if (found !== undefined) return found;
  throw new TidemarkError("not-found", `There is no branch of work "${name}" in this project.`, {
    hint: `See them with: tidemark branch. To begin it: tidemark branch ${name}`,
  });
}

function branchIn({ store, project }: Opened, session: string): string {
  const state = store.project(project);
  return state === undefined ? "" : branchOf(state, session);
}

function pointFrom(opened: Opened, from: string | undefined): BranchStart {
  const [, id = from, place] = /^(.*)@([^@]*)$/s.exec(from ?? "") ?? [];
  if (place !== undefined && /^[ct]\d+$/.test(place)) return pointAt(opened, id ?? "", place);
  const { session, turn } = sessionHere(opened, id || undefined);
  if (place === undefined) return { session, turn: turn.n };
  const n = Number(place);
  if (/^\d+$/.test(place) && n <= turn.n) return { session, turn: n };
  throw new TidemarkError("bad-argument", `The session ${session.slice(0, 8)} has no turn "${place}".`, {
    hint: `Its last is ${turn.n}: tidemark session ${session.slice(0, 8)}`,
  });
}

/** A checkpoint is in the middle of a turn: the rest of that turn is not on the branch. */
function pointAt(opened: Opened, id: string, checkpoint: string): BranchStart {
  const { home, store, project } = opened;
  const found = findCheckpoint(home, project, checkpoint);
  if (found === undefined) {
    throw new TidemarkError("not-found", `There is no checkpoint "${checkpoint}" in this project.`, {
      hint: "See them with: tidemark checkpoint list",
    });
  }
  if (id !== "" && sessionHere(opened, id).session !== found.session) {
    throw new TidemarkError("bad-argument", `The checkpoint ${checkpoint} is of another session.`, {
      hint: `Of ${found.session.slice(0, 8)}: --from ${found.session.slice(0, 8)}@${checkpoint}`,
    });
  }
  const turn = store.turns(project, found.session).findLast(({ at }) => at <= found.at)?.n ?? 0;
  return { session: found.session, turn, until: found.at };
}

function sessionHere(opened: Opened, id: string | undefined): SessionState {
  const state = findSession(opened, id);
  if (state.project === opened.project) return state;
  throw new TidemarkError("bad-argument", `The session ${state.session.slice(0, 8)} is of another project.`, {
    hint: "A branch of work is within one project: go to that project's folder.",
  });
}

function filesOf(sessions: readonly SessionState[]): string[] {
  const paths = sessions.flatMap(({ files }) => [...files].reverse().map(({ path }) => path));
  return [...new Set(paths)].slice(0, MAX_FILES);
}
