import { claude } from "../../../../src/agent/claude/agent.js";
import type { SaidNote } from "../../../../src/model/fold/session/note.js";
import { type FoldedSession, foldSession } from "../../../../src/model/fold/session/session.js";
import type { TurnState } from "../../../../src/model/fold/session/session-state.js";
import { capturedBy } from "../../../agent/captured.js";
import { envelop } from "../envelop.js";

export type Payload = { readonly hook_event_name: string; readonly [field: string]: unknown };

/** What payloads of Claude Code become: heard, captured and folded. */
export function heard(...payloads: readonly Payload[]): FoldedSession {
  const events = payloads
    .flatMap((payload) =>
      capturedBy(claude, { session_id: "s", cwd: "/work/shop", ...payload }, "/work/shop"),
    )
    .map(envelop);
  const [first, ...rest] = events;
  if (first === undefined) throw new Error("Nothing was heard.");
  return foldSession(undefined, [first, ...rest]);
}

export function prompt(text: string): Payload {
  return { hook_event_name: "UserPromptSubmit", prompt: text };
}

export function ran(command: string, stdout: string): Payload {
  return {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_response: { stdout },
  };
}

export function failed(tool: string, input: object, error: string): Payload {
  return { hook_event_name: "PostToolUseFailure", tool_name: tool, tool_input: input, error };
}

/** What was done in a turn, without the sentences that were said in it and the events it rests on. */
export function notesOf({ state }: FoldedSession, turn: TurnState | undefined = state.turn): object[] {
  return (turn?.notes ?? [])
    .filter(({ is }) => is !== "said")
    .map(({ event: _event, at: _at, ...content }) => content);
}

/** The sentences that were said in the last turn. */
export function saidOf({ state }: FoldedSession): SaidNote[] {
  return (state.turn.notes ?? []).flatMap((note) => (note.is === "said" ? note : []));
}
