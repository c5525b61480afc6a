import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readStart } from "../../host/foreign-file.js";
import { fieldsOf, textOf } from "../wire.js";
import { configFolder } from "./folder.js";

const MOST_SETTINGS = 1_048_576;
// Not parsed: it is asked at every call, and nothing but a hook of ours reads like this.
const OUR_HOOK = /tidemark[^\n]*hook\.cjs[^\n]* claude"/i;

/** Whether `tidemark init` has set hooks up as well: then these record, and the plugin's keep silent. */
export function hasHooksInSettings(env: Env): boolean {
  const project = env["CLAUDE_PROJECT_DIR"];
  const inProject = project
    ? ["settings.json", "settings.local.json"].map((name) => join(project, ".claude", name))
    : [];
  const files = [join(configFolder(env, userHome(env)), "settings.json"), ...inProject];
  return files.some((path) => OUR_HOOK.test(readStart(path, MOST_SETTINGS)?.toString("utf8") ?? ""));
}

/** The folder of the package that the plugin was installed from, as Claude Code remembers it. */
export function packageFolder(env: Env): string | undefined {
  const path = join(configFolder(env, userHome(env)), "plugins", "known_marketplaces.json");
  try {
    const known = fieldsOf(JSON.parse(readStart(path, MOST_SETTINGS)?.toString("utf8") ?? "{}"));
    return textOf(fieldsOf(known["tidemark"])["installLocation"]);
  } catch {
    return undefined; // Written just now, or by a version that has another form.
  }
}
