import { drain } from "../../model/drain.js";
import { openStore } from "../../model/store/open.js";

/** Whether a session's plan has nothing left to do. */
export function isPlanDone(
  home: string,
  { project, session }: { project: string; session: string },
): boolean {
  const store = openStore(home);
  try {
    drain(home, store);
    const plan = store.session(project, session)?.state.plan ?? [];
    return plan.length > 0 && plan.every(({ status }) => status === "done" || status === "dropped");
  } finally {
    store.close();
  }
}
