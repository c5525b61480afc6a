import { readdirSync } from "node:fs";
import type { Checkpoint } from "./checkpoint.js";
import { keepingOf } from "./keeping.js";
import { readRecord } from "./record.js";

/** All of a project, light ones too, newest first. Reads the records alone, git is not started. */
export function listCheckpoints(home: string, project: string): Checkpoint[] {
  const keeping = keepingOf(home, project);
  return recordNames(keeping.points)
    .map((id) => readRecord(keeping, id))
    .filter((checkpoint) => checkpoint !== undefined)
    .sort((a, b) => b.at - a.at || numberOf(b.id) - numberOf(a.id));
}

export function findCheckpoint(home: string, project: string, id: string): Checkpoint | undefined {
  return readRecord(keepingOf(home, project), id);
}

/** The ids there are records of, in no order. */
export function recordNames(points: string): string[] {
  try {
    return readdirSync(points)
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length));
  } catch {
    return []; // None was made yet.
  }
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
