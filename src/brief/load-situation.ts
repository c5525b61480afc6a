import { iconsWanted, perspectiveChanges } from "../extra/extras.js";
import type { Perspective } from "../extra/port.js";
import { readTrunk } from "../host/git/git-branch.js";
import { lookAround, unknownWorld, type World } from "../host/world.js";
import { activeFocus, type Style, settingOf } from "../model/fold/declared/declared.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import { isWrittenOff, withItems } from "../model/fold/item/fate.js";
import { statementsOf, tasksOf } from "../model/fold/item/items.js";
import type { ProjectState } from "../model/fold/project.js";
import type { TurnNotes } from "../model/fold/session/note.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { hasWorked, isArchived, openItems } from "../model/fold/session/status.js";
import { type Recorded, stagedElsewhere } from "../model/fold/staged.js";
import { recentThreads } from "../model/fold/thread/stored-threads.js";
import { hotThread, type RecentThreads } from "../model/fold/thread/thread-state.js";
import type { Store } from "../model/store/store.js";
import { languageIn } from "../project/language.js";
import { isContinuation } from "../text/prose/next-action.js";
import { wordsOf } from "../text/prose/topic.js";
import {
  type About,
  aboutFor,
  decisionHolding,
  decisionsFor,
  declaredFor,
  handedOver,
  planFor,
  withoutSolved,
} from "./carried-over.js";
import { likelyFiles } from "./choose/score.js";
import type { View } from "./choose/view.js";
import { currentTurns, withoutRemoved } from "./current-turns.js";
import { meantIn, returnedTo, sessionsOf } from "./load-returning.js";
import { askedOf, MAX_TURNS, treeIn } from "./load-tree.js";
import { type Asker, handoverItem, isLongAgo, type Situation } from "./situation.js";
import { withoutUndone } from "./source/rollback.js";
import { standItem } from "./source/thread.js";
import { unfinishedIn, withoutPlan } from "./unfinished.js";
import { FOOTPRINTS, ratingsIn, threadsFor, viewFor } from "./view.js";

const MAX_SESSIONS = 3;
/** Sessions of the same thread before the handed one. */
const MAX_EARLIER = 4;
/** Sessions to search for an unreported interruption: several agents may work side by side. */
const MAX_NEAR = 8;
/** Turns to read if a prompt returns to earlier work. */
const MAX_TURNS_BACK = 200;
const SYNTHESIS_FRESH_MS = 2 * 3_600_000;

/** Loads the situation of a session that begins, continues, was compacted, or receives a prompt. */
export function situationFor(store: Store, asker: Asker): Situation {
  const { project, session, now, prompt } = asker;
  const state = store.project(project);
  const self = asker.own ?? store.session(project, session)?.state;
  const recent = store.sessions({ project, worked: true, limit: MAX_NEAR });
  const isOther = (state: SessionState) => state.session !== session;
  const wasHanded = handedIn(store, recent, asker);
  const perspective = perspectiveFor(store, state, asker, recent);
  const kept = store.threads(project);
  const threads = kept === undefined ? undefined : recentThreads(kept);
  const isStart = wasHanded !== undefined || self === undefined || asker.source !== "prompt";
  const told = new Set(self?.told?.items ?? []);
  const meant = meantIn(threads, asker, perspective);
  const isReturn = !isStart && meant !== undefined && !told.has(standItem(meant.id));
  const wanted = isStart ? MAX_TURNS : isReturn || isCorrected(state) ? MAX_TURNS_BACK : 0;
  const seen = withoutRemoved(
    wanted === 0
      ? []
      : turnsFor(store, asker, self, wanted).filter((turn) => perspective.includes(turn.session)),
    store,
    state,
  );
  const items = statementsOf(seen.toReversed(), state?.declared.items, {
    deeds: state === undefined ? [] : declaredFacts(state, "done"),
    tasks: tasksOf(recent.filter((one) => perspective.includes(one.session))),
  });
  const turns = isStart || isReturn ? currentTurns(seen, items) : [];
  const style = asker.style ?? styleIn(state);
  const asItems = (one: SessionState) => withItems(one, items, { isWhole: style === "codes" });
  const own = self && asItems(self);
  const near = recent.map(asItems);
  const handed = wasHanded && asItems(wasHanded);
  const others =
    handed === undefined
      ? perspective.sessions.slice(0, MAX_SESSIONS).filter(isOther).map(asItems)
      : [handed, ...beforeIn(store, handed, threads).map(asItems)];
  const base =
    handed === undefined ? aboutFor(own, others, asker, near.filter(isOther)) : handedOver(handed, asker);
  const focus = state === undefined ? [] : (activeFocus(state, now)?.topics ?? []);
  const weighed = { focus, ratings: state === undefined ? undefined : ratingsIn(state) };
  const view =
    base.kind === "first"
      ? undefined
      : viewFor(store, base, [own, ...others], asker, { ...weighed, perspective });
  const words = prompt === undefined ? [] : wordsOf(prompt);
  const latest = near.filter((one) => perspective.includes(one.session));
  const asked = workedIn(asker, base, style, perspective);
  const worked = asked === undefined ? undefined : withoutSolved(asItems(asked), latest);
  const found = turns.length > 0 ? treeIn(turns, own === undefined ? near : [own, ...near]) : undefined;
  const tree = found && {
    ...found,
    checks: found.checks.filter(({ command, ok }) => ok || !isWrittenOff(items, command)),
  };
  const its = isStart || isReturn ? sessionsOf(store, project, meant, near).map(asItems) : [];
  const recorded = { sessions: [...latest, ...its], turns, tree, now };
  const unfinished = unfinishedIn(threads?.recent ?? [], recorded);
  const related = threadsFor(threads, { words, ...weighed, asker, base, perspective, unfinished, meant });
  const isAside = related.hot?.sessions.includes(base.about?.session ?? "") === false;
  // Decisions of a line of work that the last session was not about may be further back.
  const before =
    handed !== undefined || !(isStart ? isAside : isReturn)
      ? others
      : [...perspective.sessions.filter(isOther).map(asItems), ...its];
  const world = worldFor(view, { ...base, worked, tree: isStart ? tree : undefined }, asker, style, () =>
    branchesRecorded(state, others),
  );
  const isElsewhere = elsewhereIn(state, asker, world);
  const holding = decisionHolding(store, project, state);
  const left = related.hot === undefined ? undefined : unfinished.get(related.hot.id);
  const plan = planFor(base.about, related.hot, left?.plan);
  const decisions = decisionsFor(base, before, {
    latest,
    hot: related.hot,
    isHolding: (made) => holding(made) && !perspective.isDropped(made.choice, made.at),
    isElsewhere,
  });
  return {
    ...base,
    about: base.about === undefined ? undefined : withoutSolved(base.about, latest),
    ...(handed === undefined ? {} : askedIn(others)),
    worked,
    plan: perspective.plan(plan, base.about),
    decisions: perspective.decisions(decisions, base.about),
    items,
    ...declaredFor(store, state, asker, { isElsewhere, perspective, items }),
    language: asker.language ?? languageIn(state, base.about ?? own, asker.locale),
    wantsNotes: state !== undefined && settingOf(state, "notes") === "on",
    hasIcons: state !== undefined && iconsWanted(state),
    now,
    agent: asker.agent,
    project: state?.name || project,
    style,
    ...related,
    unfinished: isStart ? withoutPlan(unfinished, plan) : unfinished,
    branch: asker.branch,
    isBranchMissing: perspective.isMissing,
    view,
    world,
    tree: isStart ? tree : undefined,
    turns: isStart ? withoutUndone(turns, base.about) : [],
    ...(isReturn ? { returned: returnedTo(meant, [...latest, ...its], turns) } : {}),
    session,
    salience: asker.salience,
    ...(prompt === undefined ? {} : { prompt, ...recalledIn(store, { ...asker, prompt }, base) }),
    ...synthesisOf(others, now),
    told,
  };
}

/**
 * The session of this project that a new one continues, if it has work to hand on. A live session that was handed it
 * already continues it: an agent started in its shell inherits the environment.
 */
function handedIn(
  store: Store,
  near: readonly SessionState[],
  { project, session, resume, isAlive }: Asker,
): SessionState | undefined {
  if (resume === undefined || resume === session) return undefined;
  const item = handoverItem(resume);
  if (near.some(({ told, pid, pidSince }) => told?.items.includes(item) && isAlive(pid, pidSince) === true))
    return undefined;
  const handed = store.session(project, resume)?.state;
  return handed !== undefined && hasWorked(handed) ? handed : undefined;
}

/** Earlier sessions of the same thread, latest first: work may pass through several agents. */
function beforeIn(
  store: Store,
  { project, session }: SessionState,
  threads: RecentThreads | undefined,
): SessionState[] {
  const own = threads?.recent.findLast(({ sessions }) => sessions.includes(session));
  const before = own?.sessions.slice(0, own.sessions.indexOf(session)).slice(-MAX_EARLIER).reverse() ?? [];
  return before.flatMap((id) => store.session(project, id)?.state ?? []);
}

/** Whether somebody changed items by hand, or declared something finished. */
function isCorrected(state: ProjectState | undefined): boolean {
  return state !== undefined && (state.declared.items.length > 0 || declaredFacts(state, "done").length > 0);
}

/** The notes of the last turns, without the turn that this prompt has just begun: the agent sees it already. */
function turnsFor(
  store: Store,
  { project, prompt }: Asker,
  own: SessionState | undefined,
  limit: number,
): readonly TurnNotes[] {
  const turns = store.notes(project, limit);
  const begun = prompt === undefined || own?.turn.tools !== 0 ? undefined : own.turn.id;
  return turns.filter(({ session, turn }) => session !== own?.session || turn !== begun);
}

/** The latest request with content: "go on" means nothing to an agent that has not seen the work before it. */
function askedIn(sessions: readonly SessionState[]): Pick<Situation, "asked"> {
  const asked = sessions.map(({ work }) => work.request ?? "").find((text) => !isContinuation(text));
  return asked ? { asked } : {};
}

/** Only in the middle of a session: a start has more important content than one memory. */
function recalledIn(
  store: Store,
  { project, session, now, branch, prompt, recallFor }: Asker & { readonly prompt: string },
  { kind }: About,
): Pick<Situation, "recalled"> {
  if (kind !== "prompt" || recallFor === undefined) return {};
  const recalled = recallFor(store, project, { now, session, prompt, branch });
  return { recalled };
}

/**
 * For codes only: a session that merely asked something must not hide the work before it. Prose has threads for that.
 */
function workedIn(
  { session, now }: Asker,
  { about, kind }: About,
  style: Style,
  perspective: Perspective,
): SessionState | undefined {
  if (style !== "codes" || about === undefined || kind === "prompt") return undefined;
  if (kind === "handover" || hasLeft(about, now)) return about;
  return perspective.earlier().find((state) => state.session !== session && hasLeft(state, now));
}

/** Whether a session left open work and is not archived. */
function hasLeft({ lastAt, files, plan, blockers, found }: SessionState, now: number): boolean {
  if (isArchived(now - lastAt)) return false;
  const left = [files, openItems(plan), blockers, found.decisions, found.next, found.blocked];
  return left.some((list) => list.length > 0);
}

function synthesisOf(others: readonly SessionState[], now: number): { synthesis?: string } {
  const fresh = others.find(
    ({ compaction }) => compaction !== undefined && now - compaction.at < SYNTHESIS_FRESH_MS,
  );
  return { synthesis: fresh?.compaction?.summary };
}

function styleIn(state: ProjectState | undefined): Style {
  return state !== undefined && settingOf(state, "style") === "codes" ? "codes" : "prose";
}

/** A session sees all work of the project, unless an extra narrows that. `near` holds the last sessions. */
function perspectiveFor(
  store: Store,
  state: ProjectState | undefined,
  asker: Asker,
  near: readonly SessionState[],
): Perspective {
  const whole: Perspective = {
    sessions: near,
    earlier: () => store.sessions({ project: asker.project, worked: true, limit: FOOTPRINTS }),
    includes: () => true,
    isNear: () => true,
    hot: (threads, _, open) => hotThread(threads, { branch: asker.branch, open }),
    plan: (plan) => plan,
    decisions: (made) => made,
    isDropped: () => false,
    isMissing: false,
  };
  return perspectiveChanges.reduce((seen, change) => change(seen, store, state, asker), whole);
}

const MAX_FILES = 60;

/** The current state of the files, branches and, long after, the commits that the text may mention. */
function worldFor(
  view: View | undefined,
  { about, elapsed, kind, worked, tree }: About & Pick<Situation, "worked" | "tree">,
  { checkout, branch }: Asker,
  style: Style,
  recordedOn: () => readonly string[],
): World {
  if (checkout === undefined || view === undefined) return unknownWorld;
  const left = about?.branch;
  const head = isLongAgo(elapsed) ? about?.head : undefined;
  return lookAround(
    checkout.place,
    {
      // Codes name every file of the session, prose the likely ones.
      files: style === "codes" && kind !== "prompt" ? changedIn(worked) : likelyFiles(view, MAX_FILES),
      branches: left === undefined || left === branch ? [] : [left, ...recordedOn()],
      head,
      dirty: askedOf(tree),
    },
    checkout.env,
  );
}

function changedIn(state: SessionState | undefined): string[] {
  return (state?.files ?? []).map(({ path }) => path).reverse();
}

/** Whether something is staged on another git branch than the current one, and git does not report it merged. */
function elsewhereIn(
  state: ProjectState | undefined,
  { branch, checkout, promote }: Pick<Asker, "branch" | "checkout" | "promote">,
  world: World,
): (one: Recorded) => boolean {
  const commonDir = checkout?.place.commonDir;
  const trunk = commonDir === undefined ? undefined : readTrunk(commonDir);
  const isStaged = stagedElsewhere(state, { branch, trunk });
  return (one) => {
    if (one.branch === undefined || !isStaged(one)) return false;
    if (world.branch(one.branch) !== "merged") return true;
    promote?.(one.branch);
    return false;
  };
}

/** The git branches of everything recorded that the text may mention. */
function branchesRecorded(state: ProjectState | undefined, sessions: readonly SessionState[]): string[] {
  const recorded = [...sessions, ...(state === undefined ? [] : declaredFacts(state))];
  return [...new Set(recorded.flatMap(({ branch }) => branch ?? []))];
}
