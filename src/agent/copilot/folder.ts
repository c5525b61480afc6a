import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { isSessionName } from "../record/first-row.js";
/** Where Copilot CLI keeps its settings and its records of sessions. */
export function configFolder(env: Env, home: string = userHome(env)): string {
  return env["COPILOT_HOME"] || join(home, ".copilot");
}

/** Every session has a folder of its own there. */
export function recordRoot(env: Env): string {
  return join(configFolder(env), "session-state");
}

/** The record of a session; undefined for a name that no session has. */
export function recordOf(session: string, env: Env): string | undefined {
  return isSessionName(session) ? join(recordRoot(env), session, "events.jsonl") : undefined;
}
