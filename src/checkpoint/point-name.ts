import type { Checkpoint } from "./checkpoint.js";
import { isId } from "./record-name.js";

/** A checkpoint as a person names it. */
export interface PointName {
  readonly id: string;
  /** The start of a project's id, for one of a project that was here before. */
  readonly project?: string;
}

const SHORT = 5;

/** `c41`, or `p4a5e:c41` seen from another project: ids are counted by project. */
export function pointName({ id, project }: Pick<Checkpoint, "id" | "project">, from: string): string {
  return project === from ? id : `${project.slice(0, SHORT)}:${id}`;
}

export function readPointName(text: string): PointName | undefined {
  const [, project, id = ""] = /^(?:(p[0-9a-f]{1,16}):)?(.*)$/s.exec(text.toLowerCase()) ?? [];
  return isId(id) ? { id, ...(project !== undefined && { project }) } : undefined;
}
