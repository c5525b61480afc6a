/** The library: sessions for an agent of one's own, and what Tidemark knows. */

export { type ErrorCode, TidemarkError } from "./error.js";
export type { Envelope } from "./event/envelope.js";
export { EVENTS as VERSION } from "./event/events.js";
export type { Json } from "./event/json.js";
export type {
  FilePart,
  ForeignPart,
  Part,
  ReasoningPart,
  Role,
  TextPart,
  ToolAbout,
  ToolCallPart,
  ToolResultPart,
} from "./event/message.js";
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
export type { ToolAction } from "./event/tool.js";
export type { PlanStatus } from "./event/turn.js";
export { anthropic } from "./library/llm/anthropic.js";
export { costLine } from "./library/llm/cost.js";
export { languageModel } from "./library/llm/language-model.js";
export type { ModelOptions, Patience } from "./library/llm/model-server.js";
export { ollama } from "./library/llm/ollama.js";
export { openai } from "./library/llm/openai.js";
export type { Answer, LanguageModel, Price, Question, Usage } from "./library/llm/port.js";
export type { Message, NewMessage } from "./library/message/message.js";
export { openTidemark } from "./library/open-tidemark.js";
export type {
  Compacted,
  CompactOptions,
  Context,
  ContextOptions,
  Recalled,
  RecallOptions,
  Session,
  SessionInfo,
  SessionListFilter,
  Sessions,
  Tidemark,
  TidemarkOptions,
  TokenBudget,
  ToolRecord,
  WorkingSet,
} from "./library/tidemark.js";
export { exactTokens } from "./library/token/exact.js";
export type { TokenCounter } from "./library/token/port.js";
export type { ProjectState } from "./model/fold/project.js";
export type { SessionState, TurnState } from "./model/fold/session/session-state.js";
export type { Thread, ThreadsState } from "./model/fold/thread/thread-state.js";
