import { openHome } from "../home/open-home.js";
import { hostEnv } from "../host/env.js";
import type { Redact } from "../redact/redactor.js";
import type { Session } from "./tidemark.js";

/** Actions to run before the memory is closed. */
export type Closing = Set<() => void>;

/** The private state of a session. */
interface Inside {
  readonly closing: Closing;
  readonly redact: Redact;
}

const insides = new WeakMap<Session, Inside>();

export function keepInside(session: Session, inside: Inside): void {
  insides.set(session, inside);
}

/** Calls `act` before the memory is closed, unless the returned function is called first. */
export function beforeClose(session: Session, act: () => void): () => void {
  const closing = insides.get(session)?.closing;
  closing?.add(act);
  return () => closing?.delete(act);
}

/** The redactor of a session's data folder; the default folder's if a program has wrapped the session. */
export function redactOf(session: Session): Redact {
  return insides.get(session)?.redact ?? openHome(hostEnv()).redact;
}
