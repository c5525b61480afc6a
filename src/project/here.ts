import { type IdentifiedProject, identifyProject } from "../capture/place/identify-project.js";
import { type Home, openHome } from "../home/open-home.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";

/** The folder somebody stands in, and the project it belongs to. */
export interface Here extends Home {
  readonly project: string;
  readonly place: Place;
  /** Set where the place was looked at closely just now: whoever writes next writes it down. */
  readonly learned?: NonNullable<IdentifiedProject["learned"]>;
}

export function here(env: Env, cwd: string): Here {
  const { home, redact } = openHome(env);
  const { project, place, learned } = identifyProject(cwd, home, env, true);
  return { home, redact, project, place, learned };
}
