import type { CutLine } from "./line-reader.js";
import type { Id } from "./message.js";

const OTHERS = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,100}"`;
const NAMED = String.raw`"id"\s*:\s*("[^"\\]{1,200}"|-?\d{1,15})`;
// Only the request's own: what stands inside of its parameters has a bracket between.
const AT_START = new RegExp(String.raw`^\s*\{\s*(?:${OTHERS}\s*,\s*){0,2}${NAMED}\s*,`);
const AT_END = new RegExp(String.raw`,\s*${NAMED}\s*(?:,\s*${OTHERS}\s*){0,2}\}\s*$`);

/** The id of a request of which only both ends are known; null where it stands in neither. */
export function cutId({ start, end }: CutLine): Id | null {
  if (!start.trimStart().startsWith("{")) return null;
  const [, text] = AT_START.exec(start) ?? AT_END.exec(end) ?? [];
  if (text === undefined) return null;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
