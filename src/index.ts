/** The library: sessions for an agent of one's own, and what Tidemark knows. */
export type { Message, NewMessage } from "./app/message/message.js";
export { openTidemark } from "./door/library/open-tidemark.js";
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
} from "./door/library/tidemark.js";
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
export type { ProjectState } from "./fold/project.js";
export type { SessionState, TurnState } from "./fold/session/session-state.js";
export type { Thread, ThreadsState } from "./fold/thread/thread-state.js";
export { anthropic } from "./llm/anthropic.js";
export { costLine } from "./llm/cost.js";
export { languageModel } from "./llm/language-model.js";
export type { ModelOptions, Patience } from "./llm/model-server.js";
export { ollama } from "./llm/ollama.js";
export { openai } from "./llm/openai.js";
export type { Answer, LanguageModel, Price, Question, Usage } from "./llm/port.js";
export { exactTokens } from "./token/exact.js";
export type { TokenCounter } from "./token/port.js";
