import { cutOffBy, recoveryFor } from "../checkpoint/recovery.js";
import { dataHome } from "../host/env.js";
import type { CutOff } from "../model/cut-off.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import {
  hasWorked,
  type Interruption,
  interruptionLeft,
  interruptionOf,
  openInterruption,
  statusOf,
} from "../model/fold/session/status.js";
import type { Kind } from "../render/phrase.js";
import { isContinuation } from "../text/prose/next-action.js";
import type { Asker } from "./asker.js";
import { kindByElapsed, type Situation } from "./situation.js";

/** The session to speak of, and how the asking one stands to it. */
export type About = Pick<Situation, "kind" | "elapsed" | "about" | "interrupted">;

const SILENT_AT_WORK = 2 * 60_000;

/** `near` are the last sessions of the project besides: one of them may have been cut off. */
export function aboutFor(
  own: SessionState | undefined,
  others: readonly SessionState[],
  asker: Asker,
  near: readonly SessionState[] = others,
): About {
  if (own !== undefined && asker.source === "compact") return { kind: "compact", elapsed: 0, about: own };
  if (own !== undefined && asker.source === "prompt") return { kind: "prompt", elapsed: 0, about: own };
  if (own !== undefined && asker.source === "resume" && hasWorked(own)) return resumed(own, asker);
  // One that was only asked to go on has nothing to tell beside what it was to go on with.
  const last =
    others.find(({ tools, work }) => tools > 0 || !isContinuation(work.request ?? "")) ?? others[0];
  if (last === undefined) return { kind: "first", elapsed: 0 };
  return { ...following(last, asker), ...interruptedIn(near, asker) };
}

/** The asking session is new, and is to go on with one that it was handed. */
export function handedOver(handed: SessionState, asker: Asker): About {
  const cut = interruptionOf(handed, asker.now, asker.isAlive(handed.pid, handed.pidSince));
  return {
    kind: "handover",
    elapsed: Math.max(0, asker.now - handed.lastAt),
    about: handed,
    interrupted: cut === undefined ? undefined : toldOf(cut, handed, asker),
  };
}

function resumed(own: SessionState, asker: Asker): About {
  const { at } = own.left ?? { at: own.lastAt };
  const cut = interruptionLeft(own);
  return {
    kind: "resume",
    elapsed: Math.max(0, asker.now - at),
    about: own,
    interrupted: cut === undefined ? undefined : toldOf(cut, own, asker),
  };
}

function following(last: SessionState, asker: Asker): About {
  const elapsed = Math.max(0, asker.now - last.lastAt);
  const alive = asker.isAlive(last.pid, last.pidSince);
  const isAtWork = last.busy && isActive(last, alive, asker);
  return { kind: kindOf(asker.source, isAtWork, elapsed), elapsed, about: last };
}

function interruptedIn(near: readonly SessionState[], asker: Asker): Pick<About, "interrupted"> {
  const cut = openInterruption(near, asker.now, asker.isAlive);
  const state = near.find(({ session }) => session === cut?.session);
  return cut === undefined || state === undefined ? {} : { interrupted: toldOf(cut, state, asker) };
}

function toldOf(cut: Interruption, state: SessionState, { ground, project, now }: Asker): CutOff {
  const where =
    ground === undefined ? undefined : { home: dataHome(ground.env), project, root: ground.place.root };
  return cutOffBy(recoveryFor(cut, state, where), now);
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
