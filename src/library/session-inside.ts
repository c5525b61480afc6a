import { openHome } from "../home/open-home.js";
import { hostEnv } from "../host/env.js";
import type { Redact } from "../redact/redactor.js";
import type { Session } from "./tidemark.js";

/** What is still to be written when the memory is closed. */
export type Closing = Set<() => void>;

/** What the package knows of a session beyond what a program sees. */
interface Inside {
  readonly closing: Closing;
  readonly redact: Redact;
}

const insides = new WeakMap<Session, Inside>();

export function keepInside(session: Session, inside: Inside): void {
  insides.set(session, inside);
}

/** Calls `act` before the memory of a session is closed, unless the function returned is called first. */
export function beforeClose(session: Session, act: () => void): () => void {
  const closing = insides.get(session)?.closing;
  closing?.add(act);
  return () => closing?.delete(act);
}

/** The redactor of a session's data folder. A program may have wrapped the session; then it is the usual folder's. */
export function redactOf(session: Session): Redact {
  return insides.get(session)?.redact ?? openHome(hostEnv()).redact;
}
