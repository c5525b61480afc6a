import { likelyFiles } from "../../choose/score.js";
import { type Sight, type View, viewFrom } from "../../choose/view.js";
import {
  handoverItem,
  isLongAgo,
  type MadeDecision,
  type Situation,
  threadLimit,
} from "../../compose/situation.js";
import { unknownWorld, type World } from "../../compose/world.js";
import { chooseLanguage, type Language } from "../../detect/language.js";
import { wordsOf } from "../../detect/topic.js";
import type { Recorded } from "../../fold/branch/staged.js";
import { currentFacts, staged } from "../../fold/declared/current-fact.js";
import { activeFocus, activePins, settingOf } from "../../fold/declared/declared.js";
import { profileOf, type Style } from "../../fold/profile/profile.js";
import type { ProjectState } from "../../fold/project.js";
import { decide } from "../../fold/session/finding.js";
import { openItems, withoutDone } from "../../fold/session/plan.js";
import type { PlanItem, SessionState } from "../../fold/session/session-state.js";
import { hasWorked, isArchived } from "../../fold/session/status.js";
import { recentThreads } from "../../fold/thread/kept-threads.js";
import { relevantThreads } from "../../fold/thread/thread-relevance.js";
import { hotThread, type RecentThreads, type Thread } from "../../fold/thread/thread-state.js";
import { utcOffset } from "../../host/clock.js";
import type { KeptFootprint, Store } from "../../store/port.js";
import { type BranchSight, branchSight } from "../branch/branch-sight.js";
import { branchesRecorded, elsewhereIn } from "../branch/staged-elsewhere.js";
import { type About, aboutFor, handedOver } from "./about.js";
import type { Asker } from "./asker.js";
import { conventionsHolding } from "./convention-holding.js";
import { decisionHolding } from "./decision-holding.js";
import { lookAround } from "./world.js";

/** Sessions back to which something touched may still be needed. */
const FOOTPRINTS = 30;
/** Sessions among which one that is handed over is looked for. */
const FAR_BACK = 1_000;
const SESSIONS = 3;
/** Sessions among which one may have been cut off and not told of yet: several agents may work side by side. */
const NEAR = 8;
const COMPACTED_NOW = 10 * 60_000;
const SYNTHESIS_FRESH = 2 * 3_600_000;
const MOST_LOOKED_AT = 60;
const FEW_WORDS = 3;
const PLAN_HOLDS = 7 * 24 * 3_600_000;

/** How things stand for a session that begins, goes on, was compacted, or is asked something. */
export function situationFor(store: Store, asker: Asker): Situation {
  const { project, session, now, prompt } = asker;
  const own = store.session(project, session)?.state;
  const near = store.sessions({ project, worked: true, limit: NEAR });
  const isOther = (state: SessionState) => state.session !== session;
  const handed = handedIn(store, near, asker);
  const state = store.project(project);
  const sight = branchSight(store, state, asker);
  const last = sight === undefined ? near : sight.sessions;
  const others = handed === undefined ? last.slice(0, SESSIONS).filter(isOther) : [handed];
  const base =
    handed === undefined ? aboutFor(own, others, asker, near.filter(isOther)) : handedOver(handed, asker);
  const kept = store.threads(project);
  const threads = kept === undefined ? undefined : recentThreads(kept);
  const focus = state === undefined ? [] : (activeFocus(state, now)?.topics ?? []);
  const wanted = { focus, ...(state === undefined ? {} : { ratings: ratingsIn(state) }) };
  const view =
    base.kind === "first" ? undefined : viewOf(store, base, [own, ...others], asker, { ...wanted, sight });
  const words = prompt === undefined ? [] : wordsOf(prompt);
  const style = asker.style ?? styleOf(state);
  const worked = workedIn(store, asker, base, style, sight);
  const told = threadsFor(threads, { words, focus, asker, base, sight });
  const world = worldFor(view, { ...base, worked }, asker, style, () => branchesRecorded(state, others));
  const isElsewhere = elsewhereIn(state, asker, world);
  const holding = decisionHolding(store, project, state);
  const plan = planFor(base.about, others, told.hot, now);
  const decisions = decisionsFor(
    base,
    others,
    told.hot,
    (made) => holding(made) && sight?.isDropped(made.choice, made.at) !== true,
    isElsewhere,
  );
  return {
    ...base,
    ...(worked === undefined ? {} : { worked }),
    plan: sight === undefined ? plan : sight.plan(plan, base.about),
    decisions: sight === undefined ? decisions : sight.decisions(decisions, base.about),
    ...declaredIn(store, state, asker, base, { isElsewhere, sight }),
    language: languageOf(asker, state, base.about ?? own),
    now,
    project: state?.name || project,
    style,
    ...told,
    ...(asker.branch === undefined ? {} : { branch: asker.branch }),
    ...(view === undefined ? {} : { view }),
    world,
    ...(prompt === undefined ? {} : { prompt, ...recalledIn(store, { ...asker, prompt }, base) }),
    ...synthesisOf(others, now),
    told: new Set(own?.told?.items ?? []),
  };
}

/**
 * The session a new one is to go on with: of this project, and none that has nothing to hand on. What was handed it and is
 * at work goes on with it already: an agent that it starts in its shell inherits its environment.
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

/** Only in the middle of a session: at its start there is more to say than one memory. */
function recalledIn(
  store: Store,
  { project, session, now, branch, prompt, recallFor }: Asker & { readonly prompt: string },
  { kind }: About,
): Pick<Situation, "recalled"> {
  if (kind !== "prompt" || recallFor === undefined) return {};
  const recalled = recallFor(store, project, {
    now,
    session,
    prompt,
    ...(branch === undefined ? {} : { branch }),
  });
  return recalled === undefined ? {} : { recalled };
}

/** One that only asked something must not hide what was done before it. Prose has threads to say so. */
function workedIn(
  store: Store,
  { project, session, now }: Asker,
  { about, kind }: About,
  style: Style,
  sight: BranchSight | undefined,
): SessionState | undefined {
  if (style !== "codes" || about === undefined || kind === "prompt") return undefined;
  if (kind === "handover" || hasLeft(about, now)) return about;
  return (sight?.sessions ?? store.sessions({ project, worked: true, limit: FOOTPRINTS })).find(
    (state) => state.session !== session && hasLeft(state, now),
  );
}

/** Something to go on with, not too long ago. */
function hasLeft({ lastAt, files, plan, blockers, found }: SessionState, now: number): boolean {
  if (isArchived(now - lastAt)) return false;
  const left = [files, openItems(plan), blockers, found.decisions, found.next, found.blocked];
  return left.some((list) => list.length > 0);
}

/** An open plan outlives its session as long as its thread is worked on: what was not done is still to do. */
function planFor(
  about: SessionState | undefined,
  others: readonly SessionState[],
  hot: Thread | undefined,
  now: number,
): readonly PlanItem[] {
  const own = about?.plan ?? [];
  if (own.length > 0 || about === undefined) return own;
  const before = others.find(
    ({ session, plan, lastAt }) =>
      openItems(plan).length > 0 && now - lastAt < PLAN_HOLDS && hot?.sessions.includes(session),
  );
  return before === undefined ? own : withoutDone(before.plan, about.found.done);
}

/**
 * A decision outlives its session too. On a prompt its words tell what bears on it, at a start the thread does. What was
 * decided on a branch of git that is not merged replaces nothing here, and comes last.
 */
function decisionsFor(
  { about, kind }: About,
  others: readonly SessionState[],
  hot: Thread | undefined,
  isHolding: (decision: MadeDecision & { readonly at: number }) => boolean,
  isElsewhere: (one: Recorded) => boolean,
): MadeDecision[] {
  const near = others.filter(
    (state) => state === about || kind === "prompt" || hot?.sessions.includes(state.session),
  );
  const newest = about === undefined || near.includes(about) ? near : [about, ...near];
  const made = newest.map(({ session, branch, found }) =>
    found.decisions
      .map((decision) => ({ ...decision, session, ...(branch === undefined ? {} : { branch }) }))
      .filter(isHolding),
  );
  const told = (list: readonly MadeDecision[][]) => list.reduceRight<MadeDecision[]>(decide, []).reverse();
  return [
    ...told(made.map((some) => some.filter((one) => !isElsewhere(one)).map(({ branch: _, ...one }) => one))),
    ...told(made.map((some) => some.filter(isElsewhere))),
  ];
}

function viewOf(
  store: Store,
  base: About,
  states: readonly (SessionState | undefined)[],
  { project, session, branch, prompt, weights, now }: Asker,
  { sight, ...wanted }: Pick<Sight, "focus" | "ratings"> & { readonly sight: BranchSight | undefined },
): View {
  const { kind } = base;
  const isGoing = kind === "compact" || kind === "resume";
  return viewFrom({
    walks: walksFor(store, project, base).filter((walk) => sight?.isNear(walk.session) !== false),
    states: states.flatMap((state) =>
      state === undefined || (!isGoing && state.session === session) ? [] : [state],
    ),
    moment: isGoing ? "going" : prompt === undefined ? "start" : "prompt",
    session,
    now,
    ...(branch === undefined ? {} : { branch }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(weights === undefined ? {} : { weights }),
    ...(kind === "compact" ? { summary: freshSummary(states[0], now) } : {}),
    ...wanted,
  });
}

/** The last sessions; where an earlier one is handed over, that one and those before it. */
function walksFor(store: Store, project: string, { kind, about }: About): KeptFootprint[] {
  if (kind !== "handover") return store.footprints(project, FOOTPRINTS);
  const walks = store.footprints(project, FAR_BACK);
  const handed = walks.findIndex(({ session }) => session === about?.session);
  return walks.slice(Math.max(0, handed)).slice(0, FOOTPRINTS);
}

/** What the agent itself kept of its context; "" where it has not said so yet, or said it of an earlier one. */
function freshSummary(own: SessionState | undefined, now: number): string {
  const { at = 0, summary = "" } = own?.compaction ?? {};
  return now - at < COMPACTED_NOW ? summary : "";
}

function ratingsIn({ declared }: ProjectState): Map<string, number> {
  return new Map(declared.ratings.map(({ id, up, down }) => [id, up - down]));
}

function worldFor(
  view: View | undefined,
  { about, elapsed, kind, worked }: About & { readonly worked: SessionState | undefined },
  { ground, branch }: Asker,
  style: Style,
  recordedOn: () => readonly string[],
): World {
  if (ground === undefined || view === undefined) return unknownWorld;
  const left = about?.branch;
  const head = isLongAgo(elapsed) ? about?.head : undefined;
  return lookAround(
    ground.place,
    {
      // Codes name every file of the session, prose the likely ones.
      files: style === "codes" && kind !== "prompt" ? changedIn(worked) : likelyFiles(view, MOST_LOOKED_AT),
      branches: left === undefined || left === branch ? [] : [left, ...recordedOn()],
      ...(head === undefined ? {} : { head }),
    },
    ground.env,
  );
}

function threadsFor(
  threads: RecentThreads | undefined,
  {
    words,
    focus,
    asker,
    base,
    sight,
  }: {
    words: readonly string[];
    focus: readonly string[];
    asker: Asker;
    base: About;
    sight: BranchSight | undefined;
  },
): Pick<Situation, "threads" | "hot" | "known"> {
  if (threads === undefined) return { threads: [] };
  const own = threads.recent.findLast(({ sessions }) => sessions.includes(base.about?.session ?? ""));
  if (base.kind === "handover") {
    return { threads: [], ...(own === undefined ? {} : { hot: own }) };
  }
  const { branch, now } = asker;
  // Long after, the last session is one of many: what else was worked on counts as much as what shares its files.
  const files = base.kind === "later" ? [] : (base.about?.turn.edited ?? []);
  const isSeen = ({ sessions }: Thread) => sight === undefined || sessions.some(sight.isOn);
  const found = relevantThreads(
    { ...threads, recent: threads.recent.filter(isSeen) },
    { words, focus, files: words.length > 0 ? [] : files, now, ...(branch === undefined ? {} : { branch }) },
    threadLimit(base.elapsed),
  );
  const hot = sight === undefined ? hotThread(threads) : own;
  const topics = new Set([...found, ...(hot === undefined ? [] : [hot])].flatMap((thread) => thread.topics));
  const known = words.find((word) => topics.has(word));
  return {
    threads: found,
    ...(hot === undefined ? {} : { hot }),
    ...(known === undefined ? {} : { known }),
  };
}

function declaredIn(
  store: Store,
  state: ProjectState | undefined,
  { now }: Asker,
  { about }: About,
  { isElsewhere, sight }: { isElsewhere: (one: Recorded) => boolean; sight: BranchSight | undefined },
): Pick<Situation, "pins" | "facts" | "profile"> {
  if (state === undefined) return { pins: [], facts: [] };
  const conventions = conventionsHolding(store, state).map((fact) => staged(fact, isElsewhere));
  return {
    pins: activePins(state, now),
    facts: [...currentFacts(state, now, isElsewhere), ...conventions].filter(
      ({ kind, text, at }) => kind !== "decision" || sight?.isDropped(text, at) !== true,
    ),
    profile: profileOf(state, {
      sessions: about === undefined ? [] : [about],
      utcOffsetMinutes: utcOffset(now),
    }),
  };
}

function synthesisOf(others: readonly SessionState[], now: number): { synthesis?: string } {
  const fresh = others.find(
    ({ compaction }) => compaction !== undefined && now - compaction.at < SYNTHESIS_FRESH,
  );
  return fresh?.compaction === undefined ? {} : { synthesis: fresh.compaction.summary };
}

function styleOf(state: ProjectState | undefined): Style {
  return state !== undefined && settingOf(state, "style") === "codes" ? "codes" : "prose";
}

function changedIn(state: SessionState | undefined): string[] {
  return (state?.files ?? []).map(({ path }) => path).reverse();
}

/** What was set by hand, else what the session was written in; where it says too little, what the person writes in. */
function languageOf(
  { language }: Asker,
  state: ProjectState | undefined,
  session: SessionState | undefined,
): Language {
  if (language !== undefined) return language;
  const set = state === undefined ? undefined : settingOf(state, "language");
  if (set === "en" || set === "fr") return set;
  const votes = session?.votes ?? { en: 0, fr: 0 };
  const isClear = votes.en + votes.fr >= FEW_WORDS;
  return chooseLanguage(isClear ? votes : (state?.learned.language ?? votes));
}
