import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";

/** The folder of Codex's settings and rollouts. */
export function codexFolder(env: Env): string {
  return env["CODEX_HOME"] || join(userHome(env), ".codex");
}
