import type { ToolUse } from "../signal.js";

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVED = /^\*\*\* Move to: (.+)$/;

/** Reads a patch of the form `*** Begin Patch`, which several agents use for edits. */
export function readPatch(
  text: string,
): Pick<ToolUse, "action" | "paths" | "change" | "created"> | undefined {
  const paths: string[] = [];
  const kinds = new Set<string>();
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, kind, path] = FILE.exec(line) ?? [];
    const moved = MOVED.exec(line)?.[1];
    if (kind !== undefined && path !== undefined) {
      kinds.add(kind);
      paths.push(path.trim());
    } else if (moved !== undefined) paths.push(moved.trim());
    else if (paths.length > 0 && /^[-+ @]/.test(line)) lines.push(line);
  }
  if (paths.length === 0) return undefined;
  const [only] = kinds.size === 1 ? kinds : [];
  return {
    action: only === "Add" ? "write" : only === "Delete" ? "delete" : "edit",
    paths: [...new Set(paths)],
    ...(only === "Delete" ? {} : { change: { lines } }),
    ...(only === "Add" || only === "Update" ? { created: only === "Add" } : {}),
  };
}
