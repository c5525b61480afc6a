import { listFolder } from "../host/file/list-folder.js";

/** `c41` or `t17`. */
export function isId(text: string): boolean {
  return /^[ct]\d{1,9}$/.test(text);
}

/** The ids there are records of, in no order. Whatever else lies beside them, a copy by hand or a torn file, is none. */
export function recordNames(points: string): string[] {
  return listFolder(points).flatMap((name) => {
    const id = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : "";
    return isId(id) ? [id] : [];
  });
}

export function recordFile(id: string): string {
  return `${id}${ENDING}`;
}

/** Newest first; of those made in the same millisecond, the one with the higher number. */
export function newestFirst(a: Dated, b: Dated): number {
  return b.at - a.at || numberOf(b.id) - numberOf(a.id);
}

/** Each kind counts for itself. */
export function numberOf(id: string): number {
  return Number(id.slice(1));
}

interface Dated {
  readonly id: string;
  readonly at: number;
}

const ENDING = ".json";
