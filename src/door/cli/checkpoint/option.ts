import { readPointName } from "../../../checkpoint/point-name.js";
import { TidemarkError } from "../../../error.js";

/** All options of `tidemark checkpoint`; each action looks at its own. */
export interface CheckpointOptions {
  readonly label?: string;
  readonly list?: boolean;
  readonly restore?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly limit: string;
  readonly stat?: boolean;
  readonly files?: boolean;
  readonly state?: boolean;
  readonly both?: boolean;
  readonly here?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The id that comes first, and what follows it. */
export function idIn(values: readonly string[], action: string): { id: string; paths: readonly string[] } {
  const [id, ...paths] = values;
  if (id !== undefined && readPointName(id) !== undefined) return { id, paths };
  const said = id === undefined ? "and none was named" : `and "${id}" is none`;
  throw new TidemarkError("bad-argument", `${action} takes the id of a checkpoint, such as c41, ${said}.`, {
    hint: "See them with: tidemark checkpoint list --all",
  });
}

/** Words that an action has no use for are a slip, not to be passed over. */
export function requireNone(values: readonly string[], action: string): void {
  const [first] = values;
  if (first === undefined) return;
  throw new TidemarkError("bad-argument", `${action} takes no "${first}".`, {
    hint: "See: tidemark checkpoint --help",
  });
}
