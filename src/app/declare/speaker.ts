import { claudeSession } from "../../agent/claude/session.js";
import type { Env } from "../../host/env.js";
import type { Speaker } from "./declare.js";

/** The session that speaks through the command line, where that runs in an agent's shell. */
export function speakerIn(env: Env): Speaker | undefined {
  const session = claudeSession(env);
  return session === undefined ? undefined : { session, agent: "claude" };
}
