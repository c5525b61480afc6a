import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { isSessionName } from "../record/row.js";
/** The folder of Copilot CLI's settings and records. */
export function configFolder(env: Env, home: string = userHome(env)): string {
  return env["COPILOT_HOME"] || join(home, ".copilot");
}

/** Every session has a folder of its own here. */
export function recordRoot(env: Env): string {
  return join(configFolder(env), "session-state");
}

/** Undefined for an invalid name. */
export function recordOf(session: string, env: Env): string | undefined {
  return isSessionName(session) ? join(recordRoot(env), session, "events.jsonl") : undefined;
}
