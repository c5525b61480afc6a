import { claudeSession } from "../../agent/claude/session.js";
import { codexSession } from "../../agent/codex/session.js";
import type { Env } from "../../host/env.js";
import type { Speaker } from "./declare.js";

const SESSIONS: { readonly [agent: string]: (env: Env) => string | undefined } = {
  claude: claudeSession,
  codex: codexSession,
};

/** The session that speaks through the command line, where that runs in an agent's shell. */
export function speakerIn(env: Env): Speaker | undefined {
  for (const [agent, sessionIn] of Object.entries(SESSIONS)) {
    const session = sessionIn(env);
    if (session !== undefined) return { session, agent };
  }
  return undefined;
}
