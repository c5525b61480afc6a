import { baseName, commandFeatures, fileFeatures, nameFeatures } from "./feature.js";
import type { Item } from "./history.js";
import type { View } from "./view.js";

export interface LinearModel {
  readonly bias: number;
  readonly w: readonly number[];
}

/** For each kind of thing: will it be needed, and will it at least be mentioned? */
export interface MomentWeights {
  readonly file: { readonly needed: LinearModel; readonly mentioned: LinearModel };
  readonly command: { readonly needed: LinearModel };
  readonly name: { readonly needed: LinearModel; readonly mentioned: LinearModel };
}

export interface Weights {
  readonly start: MomentWeights;
  readonly prompt: MomentWeights;
  readonly going: MomentWeights;
}

export type ItemKind = "file" | "command" | "name";

/** An item with the chance that it is needed next, and that it is mentioned at all. */
export interface Scored {
  readonly kind: ItemKind;
  readonly key: string;
  readonly needed: number;
  readonly mentioned: number;
}

const MOST_NAMES = 350;

export function scoreAll({ history, reading }: View, weights: Weights): Scored[] {
  const { file, command, name } = weights[reading.moment];
  const files = history.files.map((item): Scored => {
    const x = fileFeatures(item, history, reading);
    return {
      kind: "file",
      key: item.key,
      needed: chance(file.needed, x),
      mentioned: chance(file.mentioned, x),
    };
  });
  const commands = history.commands.map((item): Scored => {
    const needed = chance(command.needed, commandFeatures(item, history, reading));
    return { kind: "command", key: item.key, needed, mentioned: needed };
  });
  const names = likelyNames(history.names, reading.prompt).map((item): Scored => {
    const x = nameFeatures(item, history, reading);
    return {
      kind: "name",
      key: item.key,
      needed: chance(name.needed, x),
      mentioned: chance(name.mentioned, x),
    };
  });
  return [...files, ...commands, ...names];
}

/** Base names that more than one known file has. */
export function ambiguousNames(files: readonly Item[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { key } of files) {
    const name = baseName(key);
    (seen.has(name) ? twice : seen).add(name);
  }
  return twice;
}

// Thousands of names would take longer to weigh than a prompt can wait; the cold ones among them never win.
function likelyNames(names: readonly Item[], prompt: string): Item[] {
  const warmth = ({ heat, asked, sessions }: Item) => heat + 1.5 * asked + 0.4 * sessions;
  const unsaid = prompt === "" ? [...names] : names.filter(({ key }) => !prompt.includes(key));
  if (unsaid.length <= MOST_NAMES) return unsaid;
  const planned = unsaid.filter(({ n }) => n === 0);
  const touched = unsaid.filter(({ n }) => n > 0).sort((a, b) => warmth(b) - warmth(a));
  return [...planned.slice(0, MOST_NAMES / 2), ...touched.slice(0, MOST_NAMES)];
}

function chance({ bias, w }: LinearModel, x: readonly number[]): number {
  let sum = bias;
  for (let i = 0; i < w.length; i++) sum += (w[i] ?? 0) * (x[i] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The files most worth a look at whether they still exist. */
export function likelyFiles({ history }: View, most: number): string[] {
  return [...history.files]
    .sort((a, b) => b.heat - a.heat || (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ key }) => key);
}
