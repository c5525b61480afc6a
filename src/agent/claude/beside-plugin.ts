import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { readStart } from "../../host/file/foreign-file.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";
import { configFolder } from "./folder.js";

const MAX_SETTINGS_BYTES = 1_048_576;
// Matched as text because it runs at every call; only our hooks look like this.
const OUR_HOOK = /tidemark[^\n]*hook\.cjs[^\n]* claude"/i;

/** Whether `tidemark init` has set up hooks too. Then those record and the plugin's stay silent. */
export function hasHooksInSettings(env: Env): boolean {
  const project = env["CLAUDE_PROJECT_DIR"];
  const inProject = project
    ? ["settings.json", "settings.local.json"].map((name) => join(project, ".claude", name))
    : [];
  const files = [join(configFolder(env, userHome(env)), "settings.json"), ...inProject];
  return files.some((path) => OUR_HOOK.test(readStart(path, MAX_SETTINGS_BYTES)?.toString("utf8") ?? ""));
}

/** The folder of the package that the plugin was installed from. */
export function packageFolder(env: Env): string | undefined {
  return textOf(fieldsOf(readState(env, "known_marketplaces.json")["tidemark"])["installLocation"]);
}

/** Our plugin and its folder, if it is installed and enabled for the user. */
export function installedPlugin(env: Env): { readonly name: string; readonly folder: string } | undefined {
  const settings = readStart(join(configFolder(env, userHome(env)), "settings.json"), MAX_SETTINGS_BYTES);
  const name = pluginIn(settings?.toString("utf8") ?? "");
  if (name === undefined) return undefined;
  const installed = fieldsOf(readState(env, "installed_plugins.json")["plugins"])[name];
  const [first] = listOf(installed);
  const folder = textOf(fieldsOf(first)["installPath"]);
  return folder === undefined ? undefined : { name, folder };
}

/** The name that enables our plugin in the settings, from any marketplace. */
export function pluginIn(settings: string): string | undefined {
  return /"(tidemark@[\w.-]+)"\s*:\s*true/.exec(settings)?.[1];
}

function readState(env: Env, name: string): Fields {
  const path = join(configFolder(env, userHome(env)), "plugins", name);
  try {
    return fieldsOf(JSON.parse(readStart(path, MAX_SETTINGS_BYTES)?.toString("utf8") ?? "{}"));
  } catch {
    return {}; // Half written, or from a version with another format.
  }
}
