import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";

/** The folder of pi's settings and extensions. */
export function configFolder(env: Env, home: string = userHome(env)): string {
  return env["PI_CODING_AGENT_DIR"] || join(home, ".pi", "agent");
}

/** The folder of pi's session records. */
export function sessionFolder(env: Env): string {
  return env["PI_CODING_AGENT_SESSION_DIR"] || join(configFolder(env), "sessions");
}
