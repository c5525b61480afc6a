import { type Chosen, choose } from "../../choose/choose.js";
import { FolderGroups } from "../../choose/folder-group.js";
import { ambiguousNames, type ItemKind } from "../../choose/score.js";
import type { View } from "../../choose/view.js";
import { clean } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import type { Source } from "../source.js";
import type { World } from "../world.js";

const LEAST = 24;
const NEWLINE = 1;

/** The files, commands and names that are likely to be needed next. They share one room: what is worth more gets more of it. */
export function choice(
  view: View | undefined,
  world: World,
  phrases: Phrases,
  /** Not these: they were said before. */
  told: ReadonlySet<string> = NOTHING,
): Source[] {
  if (view === undefined) return [];
  const labels = { file: `${phrases.files}: `, command: `${phrases.run}: `, name: `${phrases.names}: ` };
  const leads = {
    file: labels.file.length + NEWLINE,
    command: labels.command.length + NEWLINE,
    name: labels.name.length + NEWLINE,
  };
  const isSayable = (kind: ItemKind, key: string) =>
    clean(key) === key && !(kind === "file" && world.file(key, 0) === "gone") && !told.has(ITEM[kind] + key);
  return [
    {
      key: "choice",
      priority: 70,
      minimum: LEAST,
      ideal: Number.MAX_SAFE_INTEGER,
      because: "likely to be needed next",
      render(room) {
        const chosen = choose(view, room + NEWLINE, { leads, isSayable });
        const files = new FolderGroups(ambiguousNames(view.history.files));
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
const NOTHING: ReadonlySet<string> = new Set();

function itemKeys({ files, commands, names }: Chosen): string[] {
  return [...files, ...commands, ...names].map(({ kind, key }) => ITEM[kind] + key);
}
