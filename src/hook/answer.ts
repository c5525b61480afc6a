import { type IdentifiedProject, identifyProject } from "../capture/place/identify-project.js";
import { fingerprintOf, writePlaceNote } from "../capture/place/place-note.js";
import type { Env } from "../host/env.js";

/** The bundle for calls with an answer, and for identifying new folders. */
export { answer } from "../brief/answer.js";
export { answerRecall } from "../recall/answer-recall.js";

export function identify(cwd: string, home: string, env: Env): IdentifiedProject {
  const fingerprint = fingerprintOf(cwd);
  const identified = identifyProject(cwd, home, env);
  try {
    writePlaceNote(home, cwd, identified, fingerprint);
  } catch {
    // The note is only a cache; recording reports why it cannot be written.
  }
  return identified;
}
