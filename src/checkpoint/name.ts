import { listFolder } from "../host/file/foreign-file.js";
import type { Checkpoint } from "./checkpoint.js";

const RECORD_ENDING = ".json";

/** `c41` or `t17`. */
export function isId(text: string): boolean {
  return /^[ct]\d{1,9}$/.test(text);
}

/** The number of an id. `c` and `t` are counted separately. */
export function numberOf(id: string): number {
  return Number(id.slice(1));
}

/** The ids that have a record, in no order. Other files in the folder, such as copies made by hand, are skipped. */
export function recordNames(points: string): string[] {
  return listFolder(points)
    .filter((name) => name.endsWith(RECORD_ENDING))
    .map((name) => name.slice(0, -RECORD_ENDING.length))
    .filter(isId);
}

export function recordFile(id: string): string {
  return `${id}${RECORD_ENDING}`;
}

/** Sorts by time, then by number: two checkpoints can be made in the same millisecond. */
export function newestFirst(a: Dated, b: Dated): number {
  return b.at - a.at || numberOf(b.id) - numberOf(a.id);
}

type Dated = Pick<Checkpoint, "id" | "at">;

/** `c41`, or `p4a5e:c41` seen from another project: ids are counted by project. */
export function pointName({ id, project }: Pick<Checkpoint, "id" | "project">, from: string): string {
  return project === from ? id : `${project.slice(0, 5)}:${id}`;
}

/** Parses the name of a checkpoint. `project` is the start of the id of the project that was here before. */
export function readPointName(text: string): { readonly id: string; readonly project?: string } | undefined {
  const [, project, id = ""] = /^(?:(p[0-9a-f]{1,16}):)?(.*)$/s.exec(text.toLowerCase()) ?? [];
  return isId(id) ? { id, project } : undefined;
}
