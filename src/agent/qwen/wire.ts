import type { Wire as CommonWire } from "../payload/wire.js";

/** What Qwen Code sends to a hook. */
export interface Wire extends CommonWire {
  /** What was typed, without what hooks and reminders put before it. */
  readonly submitted_prompt?: unknown;
}
