/** The bundle for the close look at a folder, which starts git where the folder is new. */
import { type IdentifiedProject, identifyProject } from "../../app/place/identify-project.js";
import { sightOf } from "../../app/place/sight.js";
import { noteVisit } from "../../app/place/visit.js";
import type { Env } from "../../host/env.js";

export function identify(cwd: string, home: string, env: Env): IdentifiedProject {
  const sight = sightOf(cwd);
  const identified = identifyProject(cwd, home, env);
  try {
    noteVisit(home, cwd, identified, sight);
  } catch {
    // The note only saves time; whatever keeps it from being written, recording itself will report.
  }
  return identified;
}
