import { chatResume } from "../agent/resume.js";
import type { SessionState } from "../model/fold/session/session-state.js";
/** Whether a program keeps its messages in it: that program alone knows how it is started again. */
export function isOfProgram({ agent, messages }: Pick<SessionState, "agent" | "messages">): boolean {
  return messages !== undefined && agent !== chatResume.name;
}
