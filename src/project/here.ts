import { type IdentifiedProject, identifyProject } from "../capture/place/identify-project.js";
import { type Home, openHome } from "../home/open-home.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";

/** The current folder and its project. */
export interface Here extends Home {
  readonly project: string;
  readonly place: Place;
  /** Facts about the place that were just looked up and that the next write records. */
  readonly learned?: NonNullable<IdentifiedProject["learned"]>;
}

export function here(env: Env, cwd: string): Here {
  const { home, redact } = openHome(env);
  const { project, place, learned } = identifyProject(cwd, home, env, true);
  return { home, redact, project, place, learned };
}
