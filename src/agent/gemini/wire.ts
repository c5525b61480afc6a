import type { Wire as CommonWire } from "../payload/wire.js";

/** What Gemini CLI sends to a hook, under names of its own for the events. */
export interface Wire extends CommonWire {
  readonly prompt_response?: unknown;
}
