import { decisionHolding } from "../../brief/carried-over.js";
import type { View } from "../../brief/choose/view.js";
import { situationFor } from "../../brief/load-situation.js";
import type { MadeDecision, Situation } from "../../brief/situation.js";
import { decisionsOf } from "../../brief/source/decisions.js";
import { FOOTPRINTS } from "../../brief/view.js";
import { projectSeenBy } from "../../extra/extras.js";
import type { Env } from "../../host/env.js";
import type { Place } from "../../host/git/git.js";
import { unknownWorld, type World } from "../../host/world.js";
import { declaredFacts, factsHolding } from "../../model/fold/declared/declared-fact.js";
import { fatesIn } from "../../model/fold/item/fate.js";
import type { SessionState, TurnState } from "../../model/fold/session/session-state.js";
import type { Store } from "../../model/store/store.js";
import { clean } from "../../render/clean.js";
import { chosenSentencesIn } from "../../text/prose/chosen-sentence.js";
import { isContinuation } from "../../text/prose/next-action.js";
import { outcomeIn } from "../../text/prose/outcome.js";
import { replaces, subjectOf } from "../../text/prose/subject.js";
import type { Digest, Story, TurnNote } from "../summary/digest.js";
import { readDecision, readSummary } from "../summary/read-summary.js";
import type { LineageState } from "./lineage-state.js";

export interface DigestRequest {
  readonly now: number;
  readonly checkout?: { readonly place: Place; readonly env: Env };
  readonly story: Story;
  /** Searches prompts and answers for choices, besides those already found. */
  readonly isThorough?: boolean;
}

/** The digest of a session and its ancestors; from other sessions only what holds in the project. */
export function digestOf(store: Store, lineage: LineageState, request: DigestRequest): Digest {
  const situation = situationOf(store, lineage, request);
  const { summary = "" } = lineage.own?.compaction ?? {};
  const found = request.isThorough === true ? chosenIn(store, lineage) : [];
  const chosen = [...found, ...readSummary(summary).decided];
  return {
    situation,
    story: request.story,
    ...(chosen.length === 0
      ? { chosen, inWords: new Set() }
      : withoutDropped(chosen, decisionsOf(situation), holdingIn(store, lineage, situation.items))),
  };
}

/** Whether a request says what to do. */
export function isAsking(request: string): boolean {
  return request !== "" && !request.startsWith("/") && !isContinuation(request);
}

export function turnNotes(turns: readonly TurnState[]): TurnNote[] {
  return turns
    .filter(({ request, closing }) => request !== "" || closing !== undefined)
    .map(({ request, closing = "", edited }) => ({
      asked: isAsking(request) ? request : "",
      came: outcomeIn(closing)?.text ?? closing,
      edited: edited.length,
    }));
}

function situationOf(
  store: Store,
  { project, session, own, before }: LineageState,
  { now, checkout }: DigestRequest,
): Situation {
  const { compaction: _, ...state } = own ?? {};
  const situation = situationFor(store, {
    project,
    session,
    source: "compact",
    now,
    isAlive: () => undefined,
    own: isState(state) ? state : undefined,
    checkout,
    branch: checkout?.place.branch,
  });
  const sessions = new Set([session, ...before.map((earlier) => earlier.session)]);
  const facts = declaredIn(store, { project, session }, sessions, now, situation);
  if (own === undefined) {
    const { about: _about, view: _view, interrupted: _interrupted, ...rest } = situation;
    return { ...rest, kind: "compact", plan: [], decisions: [], facts };
  }
  return {
    ...situation,
    world: isElsewhere(situation.world, own) ? unknownWorld : situation.world,
    facts,
    plan: own.plan.length === 0 ? [] : situation.plan,
    decisions: situation.decisions.filter((made) => made.session === session),
    view: situation.view && ownView(store, project, sessions, situation.view),
  };
}

/** If none of its files is here, they are on another machine and not deleted. */
function isElsewhere(world: World, { files, seen }: SessionState): boolean {
  const touched = [...files.map(({ path }) => path), ...seen];
  return touched.length >= MIN_TOUCHED && touched.every((path) => world.file(path, 0) === "gone");
}

/** Fewer files may really have been deleted. */
const MIN_TOUCHED = 3;

function isState(state: object): state is SessionState {
  return "session" in state;
}

/** Everything declared in the session itself, and the newest of the rest. */
function declaredIn(
  store: Store,
  asker: { readonly project: string; readonly session: string },
  sessions: ReadonlySet<string>,
  now: number,
  { facts }: Situation,
): Situation["facts"] {
  const state = store.project(asker.project);
  if (state === undefined) return facts;
  const known = new Set(facts.map(({ id }) => id));
  const own = factsHolding(declaredFacts(projectSeenBy(store, state, asker)), now).filter(
    ({ id, session }) => sessions.has(session) && !known.has(id),
  );
  return [...facts, ...own];
}

/** Only the files, commands and names of the session itself: other sessions may be about something else. */
function ownView(store: Store, project: string, sessions: ReadonlySet<string>, view: View): View {
  const touched = new Set(
    store
      .footprints(project, FOOTPRINTS)
      .filter(({ session }) => sessions.has(session))
      .flatMap(({ footprint: { files, commands, names } }) =>
        [...files, ...commands, ...names].map(([key]) => key),
      ),
  );
  const { files, commands, names } = view.history;
  const isOwn = ({ key, n }: { readonly key: string; readonly n: number }) => n === 0 || touched.has(key);
  return {
    ...view,
    history: {
      ...view.history,
      files: files.filter(isOwn),
      commands: commands.filter(isOwn),
      names: names.filter(isOwn),
    },
  };
}

/** Whether a decision of a summary was neither removed, reworded nor superseded since. */
function holdingIn(
  store: Store,
  { project, session }: LineageState,
  items: Situation["items"] = [],
): (text: string) => boolean {
  const fate = fatesIn(items);
  const state = store.project(project);
  const isFoundHolding = decisionHolding(store, project, state);
  const over = (state === undefined ? [] : declaredFacts(state, "decision"))
    .filter(({ supersededBy }) => supersededBy !== undefined)
    .map(({ text }) => clean(text));
  return (line) => {
    const made = readDecision(line);
    const { isOver, text } = fate(["decision", "rule"], { text: made.choice });
    return (
      !isOver &&
      text === undefined &&
      !over.some((old) => line === old || line.startsWith(`${old} (`)) &&
      isFoundHolding({ ...made, session })
    );
  };
}

/** The latest first. */
function chosenIn(store: Store, { project, session, before }: LineageState): string[] {
  const until = new Map([
    [session, Number.POSITIVE_INFINITY],
    ...before.map((one) => [one.session, one.until] as const),
  ]);
  return (["prompt", "answer"] as const)
    .flatMap((kind) => store.memories.latest(project, { kind, limit: 400 }))
    .filter((memory) => memory.at <= (until.get(memory.session) ?? Number.NEGATIVE_INFINITY))
    .sort((a, b) => b.at - a.at || b.n - a.n)
    .flatMap(({ text }) => chosenSentencesIn(text).reverse());
}

/** Drops duplicates, and choices that were rejected or removed later. */
function withoutDropped(
  chosen: readonly string[],
  decisions: readonly MadeDecision[],
  isHolding: (text: string) => boolean,
): Pick<Digest, "chosen" | "inWords"> {
  const later = decisions.map(subjectOf);
  const kept: string[] = [];
  const inWords = new Set<string>();
  for (const text of chosen) {
    const words = subjectOf(readDecision(text));
    const made = decisions.find(
      (decision, at) => !inWords.has(decision.choice) && isWithin(later[at]?.words, words.words),
    );
    if (made !== undefined) inWords.add(made.choice);
    else if (later.some((one) => replaces(one, words)) || !isHolding(text)) continue;
    later.push(words);
    kept.push(text);
  }
  return { chosen: kept, inWords };
}

function isWithin(words: ReadonlySet<string> = new Set(), others: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => others.has(word));
}
