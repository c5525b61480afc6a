import { clean } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { type Chosen, choose, FolderGroups } from "../choose/choose.js";
import { baseName } from "../choose/feature.js";
import { ambiguousNames, type ItemKind, type Scored } from "../choose/score.js";
import { share, wordSet } from "../choose/words.js";
import type { Situation } from "../situation.js";
import { origin, type Source } from "../source.js";

const LEAST = 24;
const NEWLINE = 1;
const HALF = 0.5;

interface ChoiceOptions {
  /** The least chance with which something is said to a session that is at work. */
  readonly least?: number;
  /** What else is said behind a file. */
  readonly note?: (path: string) => string;
}

/** The files, commands and names that are likely to be needed next. They share one room: what is worth more gets more of it. */
export function choice(
  { view, world, about, kind, told }: Situation,
  phrases: Phrases,
  { least, note = () => "" }: ChoiceOptions = {},
): Source[] {
  if (view === undefined) return [];
  const labels = { file: `${phrases.files}: `, command: `${phrases.run}: `, name: `${phrases.names}: ` };
  const leads = {
    file: labels.file.length + NEWLINE,
    command: labels.command.length + NEWLINE,
    name: labels.name.length + NEWLINE,
  };
  // To a session that is at work only what its request speaks of, and what it has neither touched nor been told.
  const isNews = ({ kind: is, key, needed }: Scored) =>
    least === undefined ||
    (needed >= least &&
      !told.has(ITEM[is] + key) &&
      !view.history.own.has(key) &&
      share(wordSet(baseName(key)), view.reading.promptWords) > HALF);
  const isSayable = (item: Scored) =>
    clean(item.key) === item.key &&
    isNews(item) &&
    !(item.kind === "file" && world.file(item.key, 0) === "gone");
  const changedAt = new Map(
    (kind === "compact" ? [] : (about?.files ?? [])).map(({ path, at }) => [path, at]),
  );
  const mark = (path: string) => {
    const at = changedAt.get(path);
    return at !== undefined && world.file(path, at) === "changed" ? ` (${phrases.changedSince})` : note(path);
  };
  return [
    {
      key: "choice",
      priority: 70,
      minimum: LEAST,
      ideal: Number.MAX_SAFE_INTEGER,
      because: "likely to be needed next",
      origins: [origin("tool", ["tool.started", "tool.finished"])],
      render(room) {
        const chosen = choose(view, room + NEWLINE, { leads, isSayable, mark });
        const files = new FolderGroups(ambiguousNames(view.history.files), mark);
        for (const { key } of chosen.files) files.add(key);
        const lines = [
          chosen.files.length === 0 ? "" : labels.file + files.render(),
          chosen.commands.length === 0
            ? ""
            : labels.command + chosen.commands.map(({ key }) => key).join(" · "),
          chosen.names.length === 0 ? "" : labels.name + chosen.names.map(({ key }) => key).join(", "),
        ];
        return { text: lines.filter(Boolean).join("\n"), items: itemKeys(chosen) };
      },
    },
  ];
}

const ITEM: { readonly [K in ItemKind]: string } = { file: "file:", command: "run:", name: "name:" };

function itemKeys({ files, commands, names }: Chosen): string[] {
  return [...files, ...commands, ...names].map(({ kind, key }) => ITEM[kind] + key);
}
