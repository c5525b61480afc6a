import type { Asking } from "../agent/port.js";
import type { Recorded } from "../capture/record.js";
import { TidemarkError } from "../error.js";
import { sessionStarts } from "../extra/extras.js";
import { RESUME } from "../host/env.js";
import { isAlive } from "../host/process/process.js";
import { append } from "../journal/append.js";
import { catchUp, LOCK_TIMEOUT_MS } from "../model/drain.js";
import { activePins, rulesOf } from "../model/fold/declared/declared.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { explain, onStore } from "../model/store/open.js";
import type { Store } from "../model/store/store.js";
import { preferencesIn } from "../project/env.js";
import { promoteBranches } from "../project/promote-branches.js";
import { type RecallForPrompt, recallForPrompt } from "../recall/recall-for-prompt.js";
import { isContinuation } from "../text/prose/next-action.js";
import { returnIn } from "../text/prose/return.js";
import { isTelling, wordsOf } from "../text/prose/topic.js";
import { compose, type Injection } from "./compose.js";
import { situationFor } from "./load-situation.js";
import type { Asker } from "./situation.js";
import { isUntold } from "./source/facts.js";

// Claude restarts a compacted session just before it reports the compaction.
const SAME_COMPACTION_MS = 120_000;
const MAX_ITEMS = 60;

/** Composes the context for the agent, or returns undefined, and records that it was given. */
export function answer({
  home,
  env,
  scene,
  place,
  asks,
}: Recorded & { readonly asks: Asking }): string | undefined {
  const merged = new Set<string>();
  const found = onStore(home, { wait: LOCK_TIMEOUT_MS }, (store) => {
    catchUp(home, store, scene.agent);
    const source = sourceOf(store, scene, asks);
    if (source === undefined) return undefined;
    if (asks.surface === "start" || (asks.standsForStart && source !== "prompt"))
      for (const start of sessionStarts) start(home, store, scene, env);
    const prompt = asks.prompt === undefined ? {} : { prompt: asks.prompt };
    const checkout = { place, env };
    const named = source === "startup" ? env[RESUME] : undefined;
    const resume = named ? { resume: named } : {};
    return {
      source,
      injection: composeFor(store, {
        ...scene,
        source,
        now: scene.at,
        checkout,
        promote: (name) => merged.add(name),
        ...prompt,
        ...resume,
        ...preferencesIn(env),
      }),
    };
  });
  if (merged.size > 0) promoteBranches(home, scene, merged);
  if (found === undefined || found.injection.text === "") return undefined;
  const { source, injection } = found;
  const surface: "start" | "prompt" | "compact" = source === "compact" ? "compact" : asks.surface;
  const { text, keys, items } = injection;
  const data = {
    surface,
    chars: text.length,
    keys: [...keys],
    ...(items.length === 0 ? {} : { items: items.slice(0, MAX_ITEMS) }),
  };
  append(home, [{ type: "injection.made", data }], scene);
  return injection.text;
}

export function composeFor(store: Store, asker: Omit<Asker, "isAlive">, budget?: number): Injection {
  return compose(situationFor(store, { recallFor: reminder, ...asker, isAlive }), budget);
}

/** If the index cannot be written, the rest of the injection still goes out without a memory. */
const reminder: RecallForPrompt = (store, project, prompted) => {
  try {
    return recallForPrompt(store, project, prompted);
  } catch (cause) {
    const error = explain(cause);
    if (!(error instanceof TidemarkError) || !PASSING.has(error.code)) throw cause;
    return undefined;
  }
};

const PASSING: ReadonlySet<TidemarkError["code"]> = new Set(["store-busy", "home-unwritable"]);

/** The kind of start to compose for, or undefined if it has its context already. */
function sourceOf(store: Store, scene: Recorded["scene"], asks: Asking): string | undefined {
  if (asks.surface === "start") return asks.source;
  const own = store.session(scene.project, scene.session)?.state;
  if (own?.told === undefined) return asks.standsForStart ? (own?.source ?? "startup") : "startup";
  // The session was restarted, and this is the first chance to answer it.
  if (asks.standsForStart && own.left !== undefined && own.told.at <= own.left.at) return own.source;
  if (hasCompacted(own)) return "compact";
  const isAnswered = own.prompts <= 1 || hasSubject(asks.prompt ?? "") || hasNews(store, scene, own);
  return isAnswered ? "prompt" : undefined;
}

/** Whether somebody pinned something or gave a rule during the session. */
function hasNews(store: Store, { project, at }: Recorded["scene"], own: SessionState): boolean {
  const state = store.project(project);
  if (state === undefined) return false;
  return [...activePins(state, at), ...rulesOf(state)].some((one) => isUntold(one, own));
}

/** Whether a prompt has enough words to look up: "and now the tests" has not. */
function hasSubject(prompt: string): boolean {
  if (prompt.startsWith("/") || isContinuation(prompt)) return false;
  if (returnIn(prompt) !== undefined) return true;
  return new Set(wordsOf(prompt).filter(isTelling)).size > 1;
}

/** The agent compacted its context, or announced it, and has received nothing since. */
function hasCompacted({ told, compaction, compacting }: SessionState): boolean {
  if (told === undefined) return false;
  if (compacting !== undefined && compacting > told.at) return true;
  if (compaction === undefined || told.at > compaction.at) return false;
  return told.surface !== "compact" || compaction.at - told.at > SAME_COMPACTION_MS;
}
