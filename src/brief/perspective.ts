import { perspectiveChanges } from "../extra/extras.js";
import type { Perspective } from "../extra/port.js";
import type { ProjectState } from "../model/fold/project.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { hotThread } from "../model/fold/thread/thread-state.js";
import type { Store } from "../model/store/store.js";
import type { Asker } from "./asker.js";
import { FOOTPRINTS } from "./view.js";

/** A session is told about all of a project's work, unless an extra narrows that. `near` are the last sessions. */
export function perspectiveFor(
  store: Store,
  state: ProjectState | undefined,
  asker: Asker,
  near: readonly SessionState[],
): Perspective {
  const whole: Perspective = {
    sessions: near,
    earlier: () => store.sessions({ project: asker.project, worked: true, limit: FOOTPRINTS }),
    includes: () => true,
    isNear: () => true,
    hot: hotThread,
    plan: (plan) => plan,
    decisions: (made) => made,
    isDropped: () => false,
    isMissing: false,
  };
  return perspectiveChanges.reduce((seen, change) => change(seen, store, state, asker), whole);
}
