import { clean } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { baseName } from "../choose/feature.js";
import {
  ambiguousNames,
  type ItemKind,
  REWARDS,
  type Reward,
  type Scored,
  scoreAll,
} from "../choose/score.js";
import type { View } from "../choose/view.js";
import { WEIGHTS } from "../choose/weights.js";
import { share, wordSet } from "../choose/words.js";
import type { Situation } from "../situation.js";
import { origin, type Source } from "../source.js";

const MIN_CHARS = 24;
const NEWLINE = 1;
const HALF = 0.5;
const SLASH = "/".charCodeAt(0);

interface ChoiceOptions {
  /** The minimum chance of an item named to a session at work. */
  readonly least?: number;
  /** A note behind a file. */
  readonly note?: (path: string) => string;
}

/** The files, commands and names likely to be needed next. They share one budget by value. */
export function choice(
  { view, world, about, kind, told }: Situation,
  phrases: Phrases,
  { least, note = () => "" }: ChoiceOptions = {},
): Source[] {
  if (view === undefined) return [];
  const labels = { file: `${phrases.files}: `, command: `${phrases.run}: `, name: `${phrases.names}: ` };
  // A session at work only hears of items in its request that it has neither touched nor received.
  const isNews = ({ kind: is, key, needed }: Scored) =>
    least === undefined ||
    (needed >= least &&
      !told.has(ITEM[is] + key) &&
      !view.history.own.has(key) &&
      share(wordSet(baseName(key)), view.reading.promptWords) > HALF);
  const isPrintable = (item: Scored) =>
    clean(item.key) === item.key &&
    isNews(item) &&
    !(item.kind === "command" && COMMITS.test(item.key)) &&
    !(item.kind === "command" && about?.restored?.command?.includes(item.key)) &&
    !(item.kind === "file" && world.file(item.key, 0) === "gone");
  // A rollback has changed the files itself.
  const changedAt = new Map(
    (kind === "compact" || about?.restored !== undefined ? [] : (about?.files ?? [])).map(({ path, at }) => [
      path,
      at,
    ]),
  );
  const mark = (path: string) => {
    const at = changedAt.get(path);
    return at !== undefined && world.file(path, at) === "changed" ? ` (${phrases.changedSince})` : note(path);
  };
  return [
    {
      key: "choice",
      priority: 70,
      minimum: MIN_CHARS,
      ideal: Number.MAX_SAFE_INTEGER,
      because: "likely to be needed next",
      origins: [origin("tool", ["tool.started", "tool.finished"])],
      render(room) {
        const chosen = choose(view, room + NEWLINE, { labels, isPrintable, mark });
        const files = new FolderGroups(ambiguousNames(view.history.files), mark);
        for (const { key } of chosen.file) files.add(key);
        const bodies = {
          file: files.render(),
          command: chosen.command.map(({ key }) => key).join(" · "),
          name: chosen.name.map(({ key }) => key).join(", "),
        };
        const kinds = KINDS.filter((one) => chosen[one].length > 0);
        return {
          text: kinds.map((one) => labels[one] + bodies[one]).join("\n"),
          items: kinds.flatMap((one) => chosen[one].map(({ key }) => ITEM[one] + key)),
        };
      },
    },
  ];
}

/**
 * A short list of files. Files below one folder share its name: `src/agent/: hooks.ts, claude/wire.ts`. An ambiguous
 * name is written with its folder.
 */
export class FolderGroups {
  readonly #groups: Group[] = [];
  readonly #ambiguous: ReadonlySet<string>;
  readonly #mark: (path: string) => string;

  /** `ambiguous` holds base names that several files share; `mark` is written behind a file. */
  constructor(ambiguous: ReadonlySet<string>, mark: (path: string) => string = () => "") {
    this.#ambiguous = ambiguous;
    this.#mark = mark;
  }

  /** The extra characters for one more file. */
  costOf(path: string): number {
    return this.#fit(path).cost + this.#mark(path).length;
  }

  add(path: string): void {
    const { group, folder } = this.#fit(path);
    if (group === undefined) {
      this.#groups.push({ folder: this.#folderOf(path), paths: [path] });
      return;
    }
    group.folder = folder;
    group.paths.push(path);
  }

  render(): string {
    return this.#groups
      .map(({ folder, paths }) => {
        const names = paths.map((path) => path.slice(folder.length) + this.#mark(path));
        return names.length === 1 || folder === ""
          ? folder + names.join(", ")
          : `${folder}: ${names.join(", ")}`;
      })
      .join(GROUP_SEPARATOR);
  }

  #fit(path: string): { cost: number; group?: Group; folder: string } {
    const own = this.#folderOf(path);
    let best: { cost: number; group?: Group; folder: string } = {
      cost: path.length + (this.#groups.length > 0 ? GROUP_SEPARATOR.length : 0),
      folder: own,
    };
    for (const group of this.#groups) {
      const folder = commonFolder(group.folder, own);
      if (folder === "" && (group.folder !== "" || own !== "")) continue;
      // A folder named higher up is shorter itself, and longer in each of its files.
      const lifted = (group.paths.length - 1) * (group.folder.length - folder.length);
      const cost =
        lifted + path.length - folder.length + 2 + (group.paths.length === 1 && folder !== "" ? 2 : 0);
      if (cost < best.cost) best = { cost, group, folder };
    }
    return best;
  }

  #folderOf(path: string): string {
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1);
    if (name.length >= MIN_NAME_CHARS && !this.#ambiguous.has(name)) return path.slice(0, slash + 1);
    return path.slice(0, path.lastIndexOf("/", slash - 1) + 1);
  }
}

/** Nobody commits the same thing again. */
const COMMITS = /^git commit\b/;
const KINDS: readonly ItemKind[] = ["file", "command", "name"];
const ITEM: { readonly [K in ItemKind]: string } = { file: "file:", command: "run:", name: "name:" };

type Chosen = { readonly [K in ItemKind]: Scored[] };

interface ChooseOptions {
  /** The first item of each kind pays for its label. */
  readonly labels: { readonly [K in ItemKind]: string };
  readonly isPrintable: (item: Scored) => boolean;
  readonly mark: (path: string) => string;
}

const MAX_CANDIDATES = 70;
const MIN_COMMAND_CHANCE = 0.02;
/** The remaining value of an item in the agent's own summary. */
const SAID_BY_AGENT = 0.4;
const GAP_CHARS = { command: 3, name: 2 } as const;

/** The items most worth their characters, valued by their chance. Probable noise is left out even if there is room. */
function choose(view: View, room: number, options: ChooseOptions): Chosen {
  const { labels, isPrintable, mark } = options;
  const { summary } = view;
  const reward = REWARDS[summary === undefined ? view.reading.moment : "compacted"];
  const value = (item: Scored) =>
    item.needed * reward.worth[item.kind] * (isIn(summary, item.key) ? SAID_BY_AGENT : 1);
  const scored = scoreAll(view, view.weights ?? WEIGHTS);
  const surest = Math.max(0, ...scored.flatMap(({ kind, needed }) => (kind === "command" ? [needed] : [])));
  const open = scored
    .filter((item) => isWorthIt(item, value(item), reward, surest) && isPrintable(item))
    .sort((a, b) => value(b) - value(a) || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
  const groups = new FolderGroups(ambiguousNames(view.history.files), mark);
  const chosen: Chosen = { file: [], command: [], name: [] };
  const costOf = ({ kind, key }: Scored) => {
    const lead = chosen[kind].length === 0 ? labels[kind].length + NEWLINE : 0;
    if (kind === "file") return groups.costOf(key) + lead;
    return key.length + (lead || GAP_CHARS[kind]);
  };
  let left = room;
  for (;;) {
    const best = bestOf(open, left, costOf, value);
    if (best === undefined) break;
    const { kind, key } = best;
    open.splice(open.indexOf(best), 1);
    // An item inside a chosen one is already named.
    if (kind !== "file" && [...chosen[kind], ...chosen.command].some((said) => said.key.includes(key)))
      continue;
    left -= costOf(best);
    if (kind === "file") groups.add(key);
    chosen[kind].push(best);
  }
  return chosen;
}

function isIn(summary: string | undefined, key: string): boolean {
  return summary !== undefined && summary !== "" && summary.includes(baseName(key));
}

/** The item with the most value for its characters, among those that fit. */
function bestOf(
  open: readonly Scored[],
  left: number,
  costOf: (item: Scored) => number,
  value: (item: Scored) => number,
): Scored | undefined {
  let best: Scored | undefined;
  let most = 0;
  for (const item of open) {
    const cost = costOf(item);
    if (cost > left) continue;
    const density = value(item) / (cost + 8) ** 0.7;
    if (density <= most) continue;
    most = density;
    best = item;
  }
  return best;
}

function isWorthIt(item: Scored, value: number, { price, rivals }: Reward, surest: number): boolean {
  if (item.kind === "command") return item.needed >= Math.max(MIN_COMMAND_CHANCE, rivals * surest);
  return value >= price * (1 - item.mentioned);
}

interface Group {
  folder: string;
  readonly paths: string[];
}

const GROUP_SEPARATOR = " · ";
const MIN_NAME_CHARS = 5;

function commonFolder(one: string, other: string): string {
  const most = Math.min(one.length, other.length);
  let end = 0;
  for (let at = 0; at < most && one.charCodeAt(at) === other.charCodeAt(at); at++) {
    if (one.charCodeAt(at) === SLASH) end = at + 1;
  }
  return one.slice(0, end);
}
