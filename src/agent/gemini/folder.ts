import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";

/** The folder of Gemini CLI's settings and records. */
export function configFolder(env: Env, home: string = userHome(env)): string {
  return join(env["GEMINI_CLI_HOME"] || home, ".gemini");
}
