import {
  COMMAND_FEATURES,
  commandFeatures,
  FILE_FEATURES,
  fileFeatures,
  NAME_FEATURES,
  nameFeatures,
} from "./feature.js";
import { type Feature, featurePhrase, reasonOf } from "./feature-phrase.js";
import type { Item } from "./history.js";
import {
  type ItemKind,
  idOf,
  type LinearModel,
  type Offsets,
  offsetsOf,
  REWARDS,
  type Scored,
  scoreAll,
} from "./score.js";
import type { View } from "./view.js";
import { WEIGHTS } from "./weights.js";

/** Why an item has its rank. */
interface Explained {
  readonly id: string;
  readonly kind: ItemKind;
  readonly key: string;
  readonly chance: number;
  /** The strongest reasons for and against it, compared with other items of its kind. */
  readonly because: readonly string[];
  readonly despite: readonly string[];
  /** How often it was named and then used or not, with decay; only if it was named. */
  readonly said?: { readonly used: number; readonly unused: number };
  readonly leaning: Offsets;
}

export interface ExplainedChoice {
  readonly chosen: readonly Explained[];
  /** The best items that were not chosen. */
  readonly missed: readonly Explained[];
}

const NEAR = 5;
const MAX_FOR = 3;
const MAX_AGAINST = 1;
/** Smaller parts of the log-odds are not mentioned. */
const MIN_PART = 0.1;

/** The items that were named or nearly were, with reasons. For people: it scores everything a second time. */
export function explainChoice(
  view: View,
  said: readonly string[],
  isPrintable: (kind: ItemKind, key: string) => boolean = () => true,
): ExplainedChoice {
  const { worth } = REWARDS[view.reading.moment];
  const explain = explainer(view);
  const ids = new Set(said);
  const ranked = scoreAll(view, view.weights ?? WEIGHTS).sort(
    (a, b) => b.needed * worth[b.kind] - a.needed * worth[a.kind] || (a.key < b.key ? -1 : 1),
  );
  const chosen = ranked
    .filter(({ kind, key }) => ids.has(idOf(kind, key)))
    .sort((a, b) => b.needed - a.needed);
  const missed = ranked
    .filter(({ kind, key }) => !ids.has(idOf(kind, key)) && isPrintable(kind, key))
    .filter((item) => !isPartOf(item, chosen))
    .slice(0, NEAR);
  return {
    chosen: chosen.flatMap((scored) => explain(scored) ?? []),
    missed: missed.flatMap((scored) => explain(scored) ?? []),
  };
}

function explainer(view: View): (scored: Scored) => Explained | undefined {
  const { history, reading } = view;
  const models = (view.weights ?? WEIGHTS)[reading.moment];
  const reader = (features: typeof fileFeatures) => (item: Item) => features(item, history, reading);
  const kinds: { readonly [K in ItemKind]: Kind } = {
    file: kindOf(FILE_FEATURES, models.file.needed, history.files, reader(fileFeatures)),
    command: kindOf(COMMAND_FEATURES, models.command.needed, history.commands, reader(commandFeatures)),
    name: kindOf(NAME_FEATURES, models.name.needed, history.names, reader(nameFeatures)),
  };
  return ({ kind, key, needed }) => {
    const item = kinds[kind].items.get(key);
    if (item === undefined) return undefined;
    const parts = partsOf(item, kinds[kind], view);
    const { saidUsed: used, saidUnused: unused } = item;
    return {
      id: idOf(kind, key),
      kind,
      key,
      chance: needed,
      because: phrases(parts.filter(({ part }) => part >= MIN_PART)).slice(0, MAX_FOR),
      despite: phrases(parts.filter(({ part }) => part <= -MIN_PART)).slice(0, MAX_AGAINST),
      ...(used + unused === 0 ? {} : { said: { used, unused } }),
      leaning: offsetsOf(kind, item, view),
    };
  };
}

interface Kind {
  readonly features: readonly Feature[];
  readonly model: LinearModel;
  readonly items: ReadonlyMap<string, Item>;
  readonly read: (item: Item) => number[];
  /** A part that all items of the kind share explains none of them. */
  readonly mean: readonly number[];
}

function kindOf(
  features: readonly Feature[],
  model: LinearModel,
  items: readonly Item[],
  read: (item: Item) => number[],
): Kind {
  const sums = features.map(() => 0);
  for (const item of items) {
    read(item).forEach((x, at) => {
      sums[at] = (sums[at] ?? 0) + x;
    });
  }
  const mean = sums.map((sum) => sum / Math.max(1, items.length));
  return { features, model, items: new Map(items.map((item) => [item.key, item])), read, mean };
}

interface Part {
  readonly phrase: string;
  readonly part: number;
}

/** The sum of each reason's parts, largest first: several features may share a reason, and say it in one direction. */
function partsOf(item: Item, { features, model, read, mean }: Kind, { history }: View): Part[] {
  const reasons = new Map<object, Part[]>();
  read(item).forEach((x, at) => {
    const feature = features[at];
    const beyond = x - (mean[at] ?? 0);
    const part = (model.w[at] ?? 0) * beyond;
    if (feature === undefined) return;
    const phrase = featurePhrase(feature, { item, history, isHigh: beyond > 0, isFor: part > 0 });
    const reason = reasonOf(feature);
    if (phrase !== "") reasons.set(reason, [...(reasons.get(reason) ?? []), { phrase, part }]);
  });
  const parts = new Map<string, number>();
  for (const { phrase, part } of [...reasons.values()].map(summed))
    parts.set(phrase, (parts.get(phrase) ?? 0) + part);
  return [...parts]
    .map(([phrase, part]) => ({ phrase, part }))
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part) || (a.phrase < b.phrase ? -1 : 1));
}

/** All parts of a reason, in the words of the strongest one on the side that prevails. */
function summed(parts: readonly Part[]): Part {
  const part = parts.reduce((sum, one) => sum + one.part, 0);
  const [strongest] = parts.toSorted((a, b) => (b.part - a.part) * Math.sign(part || 1));
  return { phrase: strongest?.phrase ?? "", part };
}

function phrases(parts: readonly Part[]): string[] {
  return parts.map(({ phrase }) => phrase);
}

// An item inside a named one is already named.
function isPartOf({ kind, key }: Scored, chosen: readonly Scored[]): boolean {
  return kind !== "file" && chosen.some((said) => said.kind === kind && said.key.includes(key));
}
