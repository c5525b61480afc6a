import { checkIn } from "../../../text/shell/check.js";
import { type CheckNote, type Note, type NoteContent, REMOTE, type TurnNotes } from "../session/note.js";
import type { SeenTree } from "../session/session-state.js";

/** What is known of the work tree from events: what is not committed, not pushed, not checked. */
export interface TreeState {
  /** The branch of the last work. */
  readonly branch?: string;
  /** Files edited and not committed since, the latest last. */
  readonly dirty: readonly string[];
  /** Edited on another branch than the later work: only git knows whether they are still changed. */
  readonly doubtful: readonly string[];
  /** Commits since the last push of their branch, the latest last. */
  readonly unpushed: readonly Commit[];
  /** The last known pull request of the branch. */
  readonly pullRequest?: PullRequest;
  readonly isPushedWithoutPullRequest: boolean;
  /** Something was pushed, or a branch has an upstream: commits are meant to be pushed. */
  readonly isShared: boolean;
  /** Stashes of this work that were not taken back. */
  readonly stashes: number;
  /** The last run of each check, the latest last. Failures that the work has left behind are not among them. */
  readonly checks: readonly LastCheck[];
}

type Commit = Omit<Content<"commit">, "is">;
type PullRequest = Omit<Content<"pull-request">, "is">;

/** `isStale`: files were edited after it. */
export interface LastCheck extends Omit<CheckNote, "is"> {
  readonly isStale: boolean;
}

type Content<N extends Note["is"]> = Extract<NoteContent, { is: N }>;

/** The state after the given turns. `seen` is what git said at the end of some of them. */
export function treeOf(turns: readonly TurnNotes[], seen: readonly SeenIn[] = []): TreeState {
  const draft = new Draft(lastNotes(turns));
  const steps = turns.flatMap(({ session, branch, notes }) =>
    notes.map((note) => ({ at: note.at, run: () => draft.add(note, { session, branch, at: note.at }) })),
  );
  const looks = seen.map((look) => ({ at: look.at, run: () => draft.look(look) }));
  // Sessions may work side by side, so their notes are put in order of time.
  for (const { run } of [...steps, ...looks].sort((a, b) => a.at - b.at)) run();
  return draft.settle();
}

/** What git said, and in which session. */
export interface SeenIn extends SeenTree {
  readonly session: string;
}

/** Whether git reports a path as changed, itself or by an untracked folder above it. */
function isListed(path: string, changed: readonly string[]): boolean {
  return changed.some((entry) => entry === path || (entry.endsWith("/") && path.startsWith(entry)));
}

const MAX_UNPUSHED = 20;
/** A side task in between hides no failure. */
const MAX_SESSIONS_WITHOUT_RUN = 2;
/** The usual names of the branch that everybody shares. */
export const TRUNKS: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop", "dev"]);

/** Where something happened, and when. */
interface Spot {
  readonly session: string;
  readonly branch?: string;
  readonly at: number;
}

/** The time of the last note of each session. */
function lastNotes(turns: readonly TurnNotes[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { session, notes } of turns)
    for (const { at } of notes) last.set(session, Math.max(at, last.get(session) ?? 0));
  return last;
}

class Draft {
  #branch: string | undefined;
  #isShared = false;
  readonly #edited = new Map<string, Spot>();
  readonly #dirty = new Map<string, Spot>();
  readonly #doubtful = new Set<string>();
  readonly #stashed: (readonly (readonly [string, Spot])[])[] = [];
  readonly #checks = new Map<string, LastCheck & { readonly spot: Spot }>();
  #unpushed: (Commit & Spot)[] = [];
  readonly #pushed = new Set<string>();
  readonly #pullRequests = new Map<string, PullRequest>();
  readonly #commits: Spot[] = [];
  readonly #edits: Spot[] = [];

  constructor(readonly lastNotes: ReadonlyMap<string, number>) {}

  add(note: Note, spot: Spot): void {
    switch (note.is) {
      case "edit":
        this.#switch(spot, note.branch);
        this.#edit(note.paths, this.#at(spot, note.branch));
        break;
      case "check":
        this.#check(note, spot);
        break;
      case "commit":
        this.#commit(note, this.#at(spot, note.branch));
        break;
      case "push":
        this.#push(this.#at(spot, note.branch));
        break;
      case "pull-request":
        this.#pullRequest(note, spot);
        break;
      case "reset":
        this.#reset(note, spot);
    }
  }

  /** Git knows better which of the edited files are changed. It is not asked about files of other work trees. */
  look({ session, at, branch, upstream, ahead, dirty, dirtyCount, stashes }: SeenIn): void {
    const here = { session, branch, at };
    for (const [path, spot] of this.#edited) {
      if (!isSamePlace(spot, here)) continue;
      // A list that was cut says nothing about the other files.
      if (!isListed(path, dirty) && dirtyCount > dirty.length) continue;
      this.#doubtful.delete(path);
      if (isListed(path, dirty)) this.#dirty.set(path, this.#dirty.get(path) ?? spot);
      else this.#dirty.delete(path);
    }
    if (branch !== undefined) this.#branch = branch;
    if (upstream !== undefined) this.#isShared = true;
    if (ahead !== undefined) {
      const own = this.#unpushed.filter((commit) => commit.branch === branch);
      const gone = new Set(own.slice(0, Math.max(0, own.length - ahead)));
      this.#unpushed = this.#unpushed.filter((commit) => !gone.has(commit));
    }
    this.#stashed.splice(stashes);
  }

  settle(): TreeState {
    const branch = this.#branch ?? "";
    const pullRequest = this.#pullRequests.get(branch);
    return {
      branch: this.#branch,
      dirty: [...this.#dirty.keys()].filter((path) => !this.#doubtful.has(path)),
      doubtful: [...this.#dirty.keys()].filter((path) => this.#doubtful.has(path)),
      unpushed: this.#unpushed.map(({ sha, branch, subject }) => ({ sha, branch, subject })),
      pullRequest,
      isPushedWithoutPullRequest:
        this.#pushed.has(branch) && pullRequest === undefined && !TRUNKS.has(branch),
      isShared: this.#isShared,
      stashes: this.#stashed.length,
      checks: [...this.#checks.values()]
        .filter((check) => check.ok || !this.#isLeftBehind(check))
        .map(({ spot: _, ...check }) => check),
    };
  }

  /**
   * Whether a failure is history: its work was committed and a check of the same kind has passed since, or several
   * sessions changed files and nobody ran it again.
   */
  #isLeftBehind({ command, spot }: LastCheck & { readonly spot: Spot }): boolean {
    const isLater = ({ at }: Spot) => at > spot.at;
    const sessions = new Set(
      this.#edits
        .filter((edit) => isLater(edit) && edit.session !== spot.session)
        .map(({ session }) => session),
    );
    if (sessions.size >= MAX_SESSIONS_WITHOUT_RUN) return true;
    const kind = checkIn(command)?.kind;
    const hasPassed = [...this.#checks.values()].some(
      (check) =>
        check.ok && isLater(check.spot) && kind !== undefined && checkIn(check.command)?.kind === kind,
    );
    return hasPassed && this.#commits.some((commit) => isLater(commit) && isSamePlace(commit, spot));
  }

  /** The place of a note that may name its branch; the last work was there. */
  #at({ session, branch, at }: Spot, named: string | undefined): Spot {
    const spot = { session, branch: named || branch, at };
    this.#branch = spot.branch ?? this.#branch;
    return spot;
  }

  /**
   * Files go along to another branch if that of the turn was theirs. If a turn begins on another branch, somebody has
   * dealt with them, or they are in another work tree.
   */
  #switch(opening: Spot, branch: string | undefined): void {
    if (!branch) return;
    for (const [path, edited] of this.#dirty) {
      if (edited.branch === undefined || edited.branch === branch) continue;
      if (edited.branch !== opening.branch && this.#isLikelySamePlace(edited, opening))
        this.#doubtful.add(path);
      else if (edited.session === opening.session) this.#dirty.set(path, { ...edited, branch });
    }
  }

  #edit(paths: readonly string[], spot: Spot): void {
    const own = paths.map(inProject).filter((path) => path !== undefined);
    for (const path of own) {
      put(this.#edited, path, spot);
      put(this.#dirty, path, spot);
      this.#doubtful.delete(path);
    }
    if (own.length === 0) return;
    this.#edits.push(spot);
    for (const [key, check] of this.#checks)
      if (this.#isLikelySamePlace(check.spot, spot)) this.#checks.set(key, { ...check, isStale: true });
  }

  #check({ runner, scope, command, ok, error }: Content<"check">, spot: Spot): void {
    // Who checked everything has also checked each part.
    if (scope === "" && ok)
      for (const [key, check] of this.#checks) if (check.runner === runner) this.#checks.delete(key);
    const check = { runner, scope, command, ok, error, isStale: false, spot };
    put(this.#checks, `${runner}\n${scope}`, check);
  }

  #commit({ sha, subject }: Content<"commit">, spot: Spot): void {
    this.#commits.push(spot);
    this.#clear((_, edited) => isSamePlace(edited, spot));
    for (const [path, edited] of this.#dirty)
      if (this.#isLikelySamePlace(edited, spot)) this.#doubtful.add(path);
    const commit = { ...spot, sha, subject, branch: spot.branch ?? "" };
    const last = this.#unpushed.at(-1);
    // An amended commit takes the place of the one before it.
    if (last?.branch === commit.branch && last.subject === subject) this.#unpushed.pop();
    this.#unpushed = [...this.#unpushed, commit].slice(-MAX_UNPUSHED);
  }

  #push({ branch }: Spot): void {
    this.#isShared = true;
    for (const [key, { runner }] of this.#checks) if (runner === REMOTE) this.#checks.delete(key);
    if (branch === undefined) return;
    this.#pushed.add(branch);
    this.#unpushed = this.#unpushed.filter((commit) => commit.branch !== branch);
    const known = this.#pullRequests.get(branch);
    // Its checks run again.
    if (known?.state === "failing" || known?.state === "passing")
      this.#pullRequests.set(branch, { ...known, state: "opened" });
  }

  #pullRequest({ number, title, state }: Content<"pull-request">, { branch }: Spot): void {
    const own = this.#branch ?? branch ?? "";
    const known = this.#pullRequests.get(own);
    const isSame = known !== undefined && (number === "" || number === known.number);
    this.#pullRequests.set(
      own,
      isSame ? { ...known, title: title || known.title, state } : { number, title, state },
    );
  }

  #reset({ how, paths }: Content<"reset">, spot: Spot): void {
    if (how === "unstash" || how === "drop") {
      const files = this.#stashed.pop();
      if (how === "unstash") for (const [path, edited] of files ?? []) put(this.#dirty, path, edited);
      return;
    }
    const cleared = this.#clear(
      (path, edited) => isSamePlace(edited, spot) && (paths.length === 0 || isNamed(path, paths)),
    );
    if (how === "stash" && cleared.length > 0) this.#stashed.push(cleared);
  }

  /** Sessions side by side have work trees of their own; one that is over may have left its own to the next. */
  #isLikelySamePlace(earlier: Spot, spot: Spot): boolean {
    return isSamePlace(earlier, spot) || (this.lastNotes.get(earlier.session) ?? 0) < spot.at;
  }

  #clear(isMeant: (path: string, spot: Spot) => boolean): [string, Spot][] {
    const cleared = [...this.#dirty].filter(([path, spot]) => isMeant(path, spot));
    for (const [path] of cleared) this.#dirty.delete(path);
    return cleared;
  }
}

/** Two sessions on one branch share a work tree, because git lets a branch be in one alone. */
function isSamePlace(one: Spot, other: Spot): boolean {
  return one.session === other.session || !one.branch || !other.branch || one.branch === other.branch;
}

/** Whether a path of a command means the file: itself, a folder above it, or its end, seen from a folder within. */
function isNamed(path: string, paths: readonly string[]): boolean {
  return paths.some(
    (named) =>
      path === named || path.startsWith(`${named.replace(/\/$/, "")}/`) || path.endsWith(`/${named}`),
  );
}

const WORKTREE = /^\.(?:claude\/)?worktrees\/[^/]+\//;
const OUTSIDE = /^(?:[/~\\]|\.\.(?:\/|$)|[A-Za-z]:|\.$)/;
const SCRATCH =
  /^(?:\.git|node_modules|\.?tmp|temp|\.cache|scratch(?:pad)?)\/|^\.claude\/(?:plans\/|settings\.local\.json$)|\.(?:log|tmp|pid)$|(?:^|\/)\.env(?:\.(?:\w+\.)?local)?$/;

/** The path in the project, whichever work tree it is in. Undefined outside of it, and for what is not to be kept. */
function inProject(path: string): string | undefined {
  const own = path.replace(WORKTREE, "");
  return own === "" || OUTSIDE.test(own) || SCRATCH.test(own) ? undefined : own;
}

/** Puts an entry behind all others. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
}
