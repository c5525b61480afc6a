import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";

/** Where Gemini CLI keeps its settings and its records of sessions. */
export function configFolder(env: Env, home: string = userHome(env)): string {
  return join(env["GEMINI_CLI_HOME"] || home, ".gemini");
}
