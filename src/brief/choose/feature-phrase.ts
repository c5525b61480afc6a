import type { COMMAND_FEATURES, FILE_FEATURES, NAME_FEATURES } from "./feature.js";
import type { History, Item } from "./history.js";

export type Feature =
  | (typeof FILE_FEATURES)[number]
  | (typeof COMMAND_FEATURES)[number]
  | (typeof NAME_FEATURES)[number];

/** An item compared with all others of its kind. */
export interface Comparison {
  readonly item: Item;
  readonly history: History;
  /** It has more of the feature than most. */
  readonly isHigh: boolean;
  /** The feature counts in its favour. */
  readonly isFor: boolean;
}

/**
 * The reason a feature gives, in a few words; empty if it means nothing alone. Some overlapping features have reversed
 * weights only to correct double counting, and would read as nonsense.
 */
export function featurePhrase(feature: Feature, comparison: Comparison): string {
  const phrase = PHRASES[feature];
  const { isHigh, isFor } = comparison;
  if (phrase !== shape && phrase !== form && (isHigh === isFor) === LESS_IS_BETTER.has(feature)) return "";
  return phrase(comparison);
}

/** Features of one reason speak for or against an item together. */
export function reasonOf(feature: Feature): object {
  return PHRASES[feature];
}

const LESS_IS_BETTER: ReadonlySet<Feature> = new Set<Feature>([
  "age",
  "isOld",
  "offBranch",
  "movedBranch",
  "newBranchBase",
  "backBase",
  "isOutside",
  "once",
  "failed",
]);

type Phrase = (comparison: Comparison) => string;

const either =
  (high: string, low: string): Phrase =>
  ({ isHigh }) =>
    isHigh ? high : low;

const times = (n: number) => (n === 1 ? "once" : `${n} times`);

const onBranch: Phrase = ({ item: { branchN } }) =>
  branchN === 0 ? "not touched on this branch" : `touched ${times(branchN)} on this branch`;

const lastTouched: Phrase = ({ item: { age } }) =>
  age === 0
    ? "touched by the last session"
    : `last touched ${age === 1 ? "one session" : `${age} sessions`} before the last`;

const warm = either("warm from a session just left", "not warm from the session before");
const NOTHING: Phrase = () => "";
// Many features describe only the spelling of an item, so they share one phrase per direction.
const shape: Phrase = ({ isFor }) =>
  isFor ? "names like this are often needed" : "names like this are seldom needed";
const form: Phrase = ({ isFor }) =>
  isFor ? "commands like this are often needed" : "commands like this are seldom needed";

const PHRASES: { readonly [F in Feature]: Phrase } = {
  heat: either("much touched lately", "little touched lately"),
  n: ({ item: { n } }) => (n === 0 ? "never touched" : `touched ${times(n)}`),
  sessionShare: ({ item: { sessions }, history }) => `in ${sessions} of ${history.sessions} sessions`,
  last3: ({ item: { last3 } }) => `in ${last3} of the last 3 sessions`,
  last10: ({ item: { last10 } }) => `in ${last10} of the last 10 sessions`,
  inBase: ({ item: { inBase } }) => (inBase ? "in the session before" : "not in the session before"),
  age: lastTouched,
  isOld: lastTouched,
  startHeat: either("sessions often begin with it", "sessions seldom begin with it"),
  ownN: ({ item: { ownN } }) =>
    ownN === 0 ? "not touched in this session" : `touched ${times(ownN)} in this session`,
  branchN: onBranch,
  onBranch,
  offBranch: onBranch,
  movedBranch: either("from a session on another branch", "not from the session on the other branch"),
  branchWords: either("named like the branch", "not named like the branch"),
  once: ({ item: { n } }) => (n === 1 ? "touched only once" : `touched ${times(n)}`),
  inLastTurn: ({ item: { inLastTurn } }) => (inLastTurn ? "in the last turn" : "not in the last turn"),
  recency: ({ item: { since } }) =>
    since === 0
      ? "touched by the last call"
      : `last touched ${since === 1 ? "one call" : `${since} calls`} ago`,
  freshBase: warm,
  freshHeat: warm,
  // The same for all items at one moment.
  taken: NOTHING,
  candidates: NOTHING,
  newBranch: NOTHING,
  back: NOTHING,
  newBranchBase: either("from the session before this new branch", ""),
  backBase: either("from a session on the branch that was left", ""),
  editHeat: either("much edited lately", "little edited lately"),
  editedSinceCommit: either("edited since the last commit", "not edited since the last commit"),
  touchedSinceCommit: either("touched since the last commit", "not touched since the last commit"),
  inPrompt: either("named in the prompt", "not named in the prompt"),
  promptWords: either("shares words with the prompt", "shares few words with the prompt"),
  folderWords: either("its folder is in the prompt", "its folder is not in the prompt"),
  inSaid: either("named in the agent's last messages", "not named in the agent's last messages"),
  inAsked: either("named in the last prompts", "not named in the last prompts"),
  inPlan: either("named in the plan", "not named in the plan"),
  isOutside: either("outside of the project", ""),
  folderHeat: either("much is done in its folder", "little is done in its folder"),
  isCheck: either("a test, build or check", "no test, build or check"),
  isGit: form,
  isForge: form,
  hasNumber: form,
  hasPath: form,
  wordCount: form,
  failed: ({ item: { hasFailed } }) => (hasFailed ? "failed last" : "did not fail last"),
  asked: either("asked for by name", "not asked for by name"),
  queryWords: either("shares words with what was asked", "shares few words with what was asked"),
  inBranch: either("in the branch's name", "not in the branch's name"),
  isFlag: shape,
  isNumber: shape,
  hasDot: shape,
  hasUnderscore: shape,
  isCamel: shape,
  isUpper: shape,
  isTest: shape,
  length: NOTHING,
};
