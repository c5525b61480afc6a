/**
 * A short list of files: those of one folder share its name, `src/agent/: hooks.ts, wire.ts · README.md`. The most
 * important come first; the rest is left out.
 */
export function renderFiles(paths: readonly string[], room: number): string {
  let best = "";
  const chosen: string[] = [];
  for (const path of paths) {
    const text = grouped([...chosen, path]);
    if (text.length > room) continue;
    chosen.push(path);
    best = text;
  }
  return best;
}

function grouped(paths: readonly string[]): string {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    const folder = slash === -1 ? "" : path.slice(0, slash + 1);
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(slash + 1)]);
  }
  return [...folders]
    .map(([folder, names]) => {
      if (folder === "") return names.join(", ");
      return names.length === 1 ? `${folder}${names[0]}` : `${folder}: ${names.join(", ")}`;
    })
    .join(" · ");
}
