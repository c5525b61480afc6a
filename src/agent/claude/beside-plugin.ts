import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readStart } from "../../host/file/foreign-file.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
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
  return textOf(fieldsOf(readState(env, "known_marketplaces.json")["tidemark"])["installLocation"]);
}

/** Our plugin, where it is installed and switched on for the user: its name, and the folder it runs from. */
export function installedPlugin(env: Env): { readonly name: string; readonly folder: string } | undefined {
  const settings = readStart(join(configFolder(env, userHome(env)), "settings.json"), MOST_SETTINGS);
  const name = pluginIn(settings?.toString("utf8") ?? "");
  if (name === undefined) return undefined;
  const installed = fieldsOf(readState(env, "installed_plugins.json")["plugins"])[name];
  const [first] = listOf(installed);
  const folder = textOf(fieldsOf(first)["installPath"]);
  return folder === undefined ? undefined : { name, folder };
}

/** The name under which settings switch our plugin on, from whatever marketplace. */
export function pluginIn(settings: string): string | undefined {
  return /"(tidemark@[\w.-]+)"\s*:\s*true/.exec(settings)?.[1];
}

function readState(env: Env, name: string): Fields {
  const path = join(configFolder(env, userHome(env)), "plugins", name);
  try {
    return fieldsOf(JSON.parse(readStart(path, MOST_SETTINGS)?.toString("utf8") ?? "{}"));
  } catch {
    return {}; // Written just now, or by a version that has another form.
  }
}
