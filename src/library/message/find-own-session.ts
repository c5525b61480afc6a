import { TidemarkError } from "../../error.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { findSession } from "../../project/open.js";
import type { Ground } from "./ground.js";

/** A session of the project by its id or the start of one, or a clear error. */
export function findOwnSession(ground: Ground, id: string): SessionState {
  const found = findSession(ground.opened(), id);
  if (found.project === ground.project) return found;
  throw new TidemarkError("not-found", `The session "${id}" is of another project.`, {
    hint: "Open that project: openTidemark({ project: FOLDER }).",
  });
}
