import { languageOfPrompts, perspectiveChanges } from "../extra/extras.js";
import type { Perspective } from "../extra/port.js";
import { readTrunk } from "../host/git/git-branch.js";
import { lookAround, unknownWorld, type World } from "../host/world.js";
import { activeFocus, type Style, settingOf } from "../model/fold/declared/declared.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { hasWorked, isArchived, openItems } from "../model/fold/session/status.js";
import { type Recorded, stagedElsewhere } from "../model/fold/staged.js";
import { recentThreads } from "../model/fold/thread/stored-threads.js";
import { hotThread, type RecentThreads } from "../model/fold/thread/thread-state.js";
import type { Store } from "../model/store/store.js";
import { isContinuation } from "../text/prose/next-action.js";
import { wordsOf } from "../text/prose/topic.js";
import { chooseLanguage, type Language } from "../text/words/language.js";
import {
  type About,
  aboutFor,
  decisionHolding,
  decisionsFor,
  declaredFor,
  handedOver,
  planFor,
} from "./carried-over.js";
import { likelyFiles } from "./choose/score.js";
import type { View } from "./choose/view.js";
import { type Asker, handoverItem, isLongAgo, type Situation } from "./situation.js";
import { FOOTPRINTS, ratingsIn, threadsFor, viewFor } from "./view.js";

const MAX_SESSIONS = 3;
/** Sessions of the same thread before the handed one. */
const MAX_EARLIER = 4;
/** Sessions to search for an unreported interruption: several agents may work side by side. */
const MAX_NEAR = 8;
const SYNTHESIS_FRESH_MS = 2 * 3_600_000;

/** Loads the situation of a session that begins, continues, was compacted, or receives a prompt. */
export function situationFor(store: Store, asker: Asker): Situation {
  const { project, session, now, prompt } = asker;
  const own = asker.own ?? store.session(project, session)?.state;
  const near = store.sessions({ project, worked: true, limit: MAX_NEAR });
  const isOther = (state: SessionState) => state.session !== session;
  const handed = handedIn(store, near, asker);
  const state = store.project(project);
  const perspective = perspectiveFor(store, state, asker, near);
  const kept = store.threads(project);
  const threads = kept === undefined ? undefined : recentThreads(kept);
  const others =
    handed === undefined
      ? perspective.sessions.slice(0, MAX_SESSIONS).filter(isOther)
      : [handed, ...beforeIn(store, handed, threads)];
  const base =
    handed === undefined ? aboutFor(own, others, asker, near.filter(isOther)) : handedOver(handed, asker);
  const focus = state === undefined ? [] : (activeFocus(state, now)?.topics ?? []);
  const wanted = { focus, ratings: state === undefined ? undefined : ratingsIn(state) };
  const view =
    base.kind === "first"
      ? undefined
      : viewFor(store, base, [own, ...others], asker, { ...wanted, perspective });
  const words = prompt === undefined ? [] : wordsOf(prompt);
  const style = asker.style ?? styleIn(state);
  const worked = workedIn(asker, base, style, perspective);
  const related = threadsFor(threads, { words, focus, asker, base, perspective });
  const world = worldFor(view, { ...base, worked }, asker, style, () => branchesRecorded(state, others));
  const isElsewhere = elsewhereIn(state, asker, world);
  const holding = decisionHolding(store, project, state);
  const plan = planFor(base.about, others, related.hot, now);
  const decisions = decisionsFor(
    base,
    others,
    related.hot,
    (made) => holding(made) && !perspective.isDropped(made.choice, made.at),
    isElsewhere,
  );
  return {
    ...base,
    ...(handed === undefined ? {} : askedIn(others)),
    worked,
    plan: perspective.plan(plan, base.about),
    decisions: perspective.decisions(decisions, base.about),
    ...declaredFor(store, state, asker, isElsewhere, perspective),
    language: languageFor(asker, state, base.about ?? own),
    now,
    agent: asker.agent,
    project: state?.name || project,
    style,
    ...related,
    branch: asker.branch,
    isBranchMissing: perspective.isMissing,
    view,
    world,
    ...(prompt === undefined ? {} : { prompt, ...recalledIn(store, { ...asker, prompt }, base) }),
    ...synthesisOf(others, now),
    told: new Set(own?.told?.items ?? []),
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

const MIN_VOTES = 3;

/** The configured language, else that of the session; if it has too few words, that of the person's prompts. */
function languageFor(
  { language }: Asker,
  state: ProjectState | undefined,
  session: SessionState | undefined,
): Language {
  if (language !== undefined) return language;
  const set = state === undefined ? undefined : settingOf(state, "language");
  if (set === "en" || set === "fr") return set;
  const votes = session?.votes ?? { en: 0, fr: 0 };
  const isClear = votes.en + votes.fr >= MIN_VOTES;
  return chooseLanguage(isClear || state === undefined ? votes : languageOfPrompts(state));
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
    hot: hotThread,
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
  { about, elapsed, kind, worked }: About & { readonly worked: SessionState | undefined },
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
