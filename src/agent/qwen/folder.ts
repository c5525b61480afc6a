import { join, resolve } from "node:path";
import { type Env, userHome } from "../../host/env.js";

/** The folder of Qwen Code's settings. */
export function configFolder(env: Env, home: string = userHome(env)): string {
  return chosen(env["QWEN_HOME"], home) ?? join(home, ".qwen");
}

/** The folder of its session records, by project. */
export function recordFolder(env: Env): string {
  return join(chosen(env["QWEN_RUNTIME_DIR"], userHome(env)) ?? configFolder(env), "projects");
}

function chosen(folder: string | undefined, home: string): string | undefined {
  if (!folder) return undefined;
  return resolve(/^~(?=$|[\\/])/.test(folder) ? join(home, folder.slice(1)) : folder);
}
