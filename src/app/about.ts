import { type Kind, kindByElapsed, type Situation } from "../compose/situation.js";
import { isContinuation } from "../detect/continuation.js";
import type { Running, SessionState } from "../fold/session-state.js";
import { hasDied, hasWorked, statusOf } from "../fold/status.js";
import type { Asker } from "./asker.js";

/** The session to speak of, and how the asking one stands to it. */
export type About = Pick<Situation, "kind" | "elapsed" | "about" | "interrupted">;

const SILENT_AT_WORK = 2 * 60_000;

export function aboutFor(
  own: SessionState | undefined,
  others: readonly SessionState[],
  asker: Asker,
): About {
  if (own !== undefined && asker.source === "compact") return { kind: "compact", elapsed: 0, about: own };
  if (own !== undefined && asker.source === "prompt") return { kind: "prompt", elapsed: 0, about: own };
  if (own !== undefined && asker.source === "resume" && hasWorked(own)) return resumed(own, asker);
  // One that was only asked to go on has nothing to tell beside what it was to go on with.
  const last =
    others.find(({ tools, work }) => tools > 0 || !isContinuation(work.request ?? "")) ?? others[0];
  if (last === undefined) return { kind: "first", elapsed: 0 };
  return following(last, asker);
}

function resumed(own: SessionState, asker: Asker): About {
  const { at, busy, running } = own.left ?? { at: own.lastAt, busy: own.busy, running: own.running };
  const cut = running.at(-1);
  return {
    kind: "resume",
    elapsed: Math.max(0, asker.now - at),
    about: own,
    ...(busy ? { interrupted: cutOff(cut) } : {}),
  };
}

function following(last: SessionState, asker: Asker): About {
  const elapsed = Math.max(0, asker.now - last.lastAt);
  const alive = asker.isAlive(last.pid, last.pidSince);
  const isAtWork = last.busy && isActive(last, alive, asker);
  const during = last.ended?.during ?? last.running.at(-1);
  const wasCut = hasDied(last, asker.now, alive) || last.ended?.during !== undefined;
  return {
    kind: kindOf(asker.source, isAtWork, elapsed),
    elapsed,
    about: last,
    ...(wasCut ? { interrupted: cutOff(during) } : {}),
  };
}

/** One whose process nobody knows is taken to be at work for as long as a turn is commonly silent; a clear ends its own. */
function isActive(last: SessionState, alive: boolean | undefined, { now, source }: Asker): boolean {
  if (statusOf(last, now, alive) !== "active") return false;
  return alive ?? (source !== "clear" && now - last.lastAt < SILENT_AT_WORK);
}

function kindOf(source: string, isAtWork: boolean, elapsed: number): Kind {
  if (source === "fork") return "fork";
  if (isAtWork) return "beside";
  return source === "clear" ? "clear" : kindByElapsed(elapsed);
}

function cutOff(during: Running | undefined): { target?: string } {
  return during === undefined ? {} : { target: during.target || during.tool };
}
