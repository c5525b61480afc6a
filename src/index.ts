/** The library: to read what Tidemark knows from a program of one's own. */
export { type ErrorCode, TidemarkError } from "./error.js";
export type { Envelope } from "./event/envelope.js";
export type { Reading } from "./event/present.js";
export {
  checkDraft,
  type Draft,
  type EventData,
  type EventName,
  readEvent,
  registry,
  type TidemarkEvent,
} from "./event/registry.js";
export { VERSION } from "./event/version.js";
export type { ProjectState } from "./fold/project.js";
export type { SessionState, TurnState } from "./fold/session/session-state.js";
export type { Thread, ThreadsState } from "./fold/thread/thread-state.js";
export type { SessionFilter, Store } from "./store/port.js";
