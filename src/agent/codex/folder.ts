import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";

/** Where Codex keeps its settings and the records of its sessions. */
export function codexFolder(env: Env): string {
  return env["CODEX_HOME"] || join(userHome(env), ".codex");
}
