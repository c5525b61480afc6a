import { calibrate } from "./calibrate.js";
import { baseName, commandFeatures, fileFeatures, nameFeatures } from "./feature.js";
import type { Item } from "./history.js";
import { leanOf } from "./lean.js";
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

const MOST_NAMES = 140;

export function scoreAll(view: View, weights: Weights): Scored[] {
  const { history, reading } = view;
  const { file, command, name } = weights[reading.moment];
  const files = history.files.map((item): Scored => {
    const x = fileFeatures(item, history, reading);
    const lean = leanOf("file", item, view);
    return {
      kind: "file",
      key: item.key,
      needed: chance(file.needed, x, lean),
      mentioned: chance(file.mentioned, x, lean),
    };
  });
  const commands = history.commands.map((item): Scored => {
    const x = commandFeatures(item, history, reading);
    const needed = chance(command.needed, x, leanOf("command", item, view));
    return { kind: "command", key: item.key, needed, mentioned: needed };
  });
  const names = likelyNames(history.names, reading.prompt).map((item): Scored => {
    const x = nameFeatures(item, history, reading);
    const lean = leanOf("name", item, view);
    return {
      kind: "name",
      key: item.key,
      needed: chance(name.needed, x, lean),
      mentioned: chance(name.mentioned, x, lean),
    };
  });
  // In the middle of its work a session takes up what it likes.
  if (reading.moment === "going") return [...files, ...commands, ...names];
  return [...calibrate(files, history, "files"), ...calibrate(commands, history, "commands"), ...names];
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

function chance({ bias, w }: LinearModel, x: readonly number[], lean: number): number {
  let sum = bias + lean;
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
