import type { Session } from "./tidemark.js";

/** What is still to be written when the memory is closed, by the sessions it is for. */
export type Closing = Set<() => void>;

const closings = new WeakMap<Session, Closing>();

export function closeWith(session: Session, closing: Closing): void {
  closings.set(session, closing);
}

/** Has something done before the memory of a session is closed; the function given back calls it off. */
export function beforeClose(session: Session, act: () => void): () => void {
  const closing = closings.get(session);
  closing?.add(act);
  return () => closing?.delete(act);
}
