import type { Stage } from "./stage.js";

export interface Told {
  readonly ask?: string;
  readonly says?: string;
  readonly plan?: readonly (readonly [text: string, status: "pending" | "in_progress" | "completed"])[];
  readonly env?: Record<string, string>;
  /** The session goes on instead of beginning. */
  readonly goesOn?: boolean;
}

/** One turn of a session; what it was told at its start is returned. */
export function turn(
  stage: Stage,
  session: string,
  { ask = "go on with the uploads", says = "Done.", plan, env = {}, goesOn }: Told,
): string {
  const told = goesOn ? "" : stage.told("SessionStart", session, { source: "startup" }, env);
  stage.hook("UserPromptSubmit", session, { prompt: ask }, env);
  if (plan !== undefined) {
    const todos = plan.map(([content, status]) => ({ content, status, activeForm: content }));
    stage.hook("PostToolUse", session, { tool_name: "TodoWrite", tool_input: { todos } }, env);
  }
  stage.hook("Stop", session, { last_assistant_message: says }, env);
  return told;
}
