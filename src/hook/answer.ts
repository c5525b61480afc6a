import { type IdentifiedProject, identifyProject } from "../capture/place/identify-project.js";
import { fingerprintOf, writePlaceNote } from "../capture/place/place-note.js";
import type { Env } from "../host/env.js";

/** The bundle for calls that somebody waits for: what an agent is told, and the close look at a new folder. */
export { answer } from "../brief/answer.js";
export { answerRecall } from "../recall/answer-recall.js";

export function identify(cwd: string, home: string, env: Env): IdentifiedProject {
  const fingerprint = fingerprintOf(cwd);
  const identified = identifyProject(cwd, home, env);
  try {
    writePlaceNote(home, cwd, identified, fingerprint);
  } catch {
    // The note only saves time; if it cannot be written, recording itself reports why.
  }
  return identified;
}
