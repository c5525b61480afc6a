import type { FileDraft } from "./session-draft.js";

/** What was done to one file in a stretch of work. */
export interface Changed {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** What the changed lines declare, at most 4. */
  readonly names: readonly string[];
  /** Where lines were not counted: that it was deleted, or the command that changed it. */
  readonly how?: string;
}

const MOST_NAMES = 4;
const MOST_TEXT = 600;

/** A change more to a file that may have been changed before. */
export function withChange(before: Changed | undefined, change: FileDraft): Changed {
  const { path, added, removed, symbols = [] } = change;
  const names = before?.names ?? NONE;
  const how = howOf(change);
  return {
    path,
    added: (before?.added ?? 0) + added,
    removed: (before?.removed ?? 0) + removed,
    names:
      symbols.length === 0 || names.length === MOST_NAMES
        ? names
        : [...new Set([...names, ...symbols])].slice(0, MOST_NAMES),
    ...(how === undefined ? {} : { how }),
  };
}

/** The same for a list of files, of which the last few are kept. */
export function withChangeIn(list: readonly Changed[], change: FileDraft, most: number): readonly Changed[] {
  const before = list.find(({ path }) => path === change.path);
  return [...list.filter((file) => file !== before), withChange(before, change)].slice(-most);
}

/** "src/a.ts (+12 -3 in parseHeader), src/b.ts", as many as there is room for. */
export function changesText(files: readonly Changed[], most = MOST_TEXT): string {
  let text = "";
  for (const file of files) {
    const next = text === "" ? changeText(file) : `${text}, ${changeText(file)}`;
    if (next.length > most) return text === "" ? next.slice(0, most) : text;
    text = next;
  }
  return text;
}

const NONE: readonly string[] = [];

function howOf({ action, summary }: FileDraft): string | undefined {
  if (action === "delete") return "deleted";
  return action === "shell" && summary !== "" ? `by \`${summary}\`` : undefined;
}

function changeText({ path, added, removed, names, how }: Changed): string {
  const counts = [added > 0 ? `+${added}` : "", removed > 0 ? `-${removed}` : ""].filter(Boolean).join(" ");
  const where = names.length === 0 ? "" : `${counts === "" ? "" : " "}in ${names.join(", ")}`;
  const what = [`${counts}${where}`, how ?? ""].filter(Boolean).join(", ");
  return what === "" ? path : `${path} (${what})`;
}
