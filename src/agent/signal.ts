import type { ToolAction } from "../event/tool.js";
import type { PlanStatus } from "../event/turn.js";

/** A tool call in the same terms for every agent. Texts are raw: `capture/` limits and redacts them. */
export interface ToolUse {
  readonly tool: string;
  readonly action: ToolAction;
  readonly call?: string;
  readonly agentId?: string;
  readonly paths?: readonly string[];
  readonly command?: string;
  readonly target?: string;
  readonly change?: Change;
  /** Whether the call created the file. */
  readonly created?: boolean;
  readonly plan?: PlanChange;
  /** The person's answers, if the call asked him questions. */
  readonly answers?: readonly Answer[];
}

export interface Answer {
  readonly question: string;
  readonly choice: string;
  /** The options that were not chosen. */
  readonly others: readonly string[];
  /** The person wrote it instead of choosing an option. */
  readonly isFree: true | undefined;
  /** Several options could be chosen. */
  readonly isMany: true | undefined;
}

/** The lines of a patch, or the text before and after. */
export type Change =
  | { readonly lines: readonly string[] }
  | { readonly before: string; readonly after: string };

export type PlanChange =
  | {
      readonly mode: "whole" | "add" | "change";
      readonly items: readonly { key?: string; text?: string; status?: PlanStatus }[];
    }
  /** `isAsked` if the call waited for the person's verdict. */
  | { readonly mode: "proposed"; readonly text: string; readonly isAsked?: true };

/** The normalized content of a hook call. An agent's `hooks.ts` makes it, `capture.ts` turns it into events. */
export type Signal =
  | {
      readonly is: "session-started";
      readonly source: string;
      readonly model?: string;
      readonly pid?: number;
      readonly pidSince?: string;
    }
  | { readonly is: "session-ended"; readonly reason: string }
  | { readonly is: "prompt"; readonly text: string }
  | { readonly is: "tool-started"; readonly use: ToolUse }
  | {
      readonly is: "tool-finished";
      readonly use: ToolUse;
      readonly ok: boolean;
      readonly interrupted?: boolean;
      readonly ms?: number;
      readonly output?: string;
    }
  | { readonly is: "said"; readonly text: string }
  | { readonly is: "turn-ended"; readonly message: string; readonly interrupted?: true }
  | { readonly is: "compaction-started"; readonly trigger: string; readonly instructions?: string }
  | { readonly is: "compaction-finished"; readonly trigger: string; readonly summary: string }
  | { readonly is: "subagent-started"; readonly agentId: string; readonly agentType: string }
  | {
      readonly is: "subagent-finished";
      readonly agentId: string;
      readonly agentType: string;
      readonly message?: string;
    };
