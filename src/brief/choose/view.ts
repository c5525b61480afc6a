import type { SessionState } from "../../model/fold/session/session-state.js";
import { openItems } from "../../model/fold/session/status.js";
import { namesIn } from "../../text/words/name.js";
import { type Reading, read } from "./feature.js";
import { gather, type History, type Item, type Standing, untouched, type Walk } from "./history.js";
import type { Weights } from "./score.js";
import { wordSet } from "./words.js";

/** The input of a choice. */
export interface View {
  readonly summary?: string;
  /** Weights to try instead of the learned ones. */
  readonly weights?: Weights;
  readonly history: History;
  readonly reading: Reading;
  /** Manual ratings of single items by id: above 0 for good, below for bad. */
  readonly ratings?: ReadonlyMap<string, number>;
  /** The words of each topic to prefer. */
  readonly focus?: readonly ReadonlySet<string>[];
}

export interface Sight extends Standing {
  /** The agent's own summary, if it has just compacted its context; "" if the text is unknown. */
  readonly summary?: string;
  readonly weights?: Weights;
  readonly walks: readonly Walk[];
  /** The asking or base session, then the one before it. */
  readonly states: readonly SessionState[];
  readonly prompt?: string;
  readonly now: number;
  readonly ratings?: ReadonlyMap<string, number>;
  /** Topics to prefer. */
  readonly focus?: readonly string[];
}

/** Prepares the project's history for the asking session. */
export function viewFrom(sight: Sight): View {
  const { walks, states, moment, prompt, branch } = sight;
  const history = gather(walks, sight);
  const [base] = states;
  // A plan outlives its session: one of the next two may carry it out.
  const plans = states.slice(0, moment === "going" ? 1 : 2).flatMap(({ session, proposal }) => {
    const index = walks.findIndex((walk) => walk.session === session);
    if (proposal === undefined || index === -1) return [];
    const calls = walks.slice(0, index + 1).reduce((sum, { footprint }) => sum + footprint.calls, 0);
    return [{ text: proposal.text, since: Math.max(0, calls - proposal.tools) }];
  });
  const reading = read(
    history,
    {
      asked: base?.words.asked ?? [],
      said: base?.words.said ?? [],
      tasks: openItems(base?.plan ?? []).map((item) => item.text),
      plans,
      elapsed: base === undefined ? 0 : Math.max(0, sight.now - base.lastAt),
      prompt,
      branch,
    },
    moment,
  );
  return {
    history: { ...history, names: withPlanned(history.names, plans) },
    reading,
    weights: sight.weights,
    summary: sight.summary,
    ratings: sight.ratings,
    focus: sight.focus === undefined ? undefined : sight.focus.map(wordSet).filter(({ size }) => size > 0),
  };
}

/** Paths named in a plan are about to be touched, even if no session has touched them yet. */
function withPlanned(names: readonly Item[], plans: readonly { text: string }[]): Item[] {
  const known = new Set(names.map(({ key }) => key));
  const planned = new Set(plans.flatMap(({ text }) => namesIn(text)));
  return [...names, ...[...planned].filter((key) => !known.has(key)).map(untouched)];
}
