import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { type AgentName, named } from "../agents.js";

/** OpenCode or a fork that differs in little but its name. */
export interface Flavour {
  /** Also the name of its program, folders and settings. */
  readonly name: AgentName;
  readonly title: string;
  readonly isUntried?: boolean;
}

export const OPENCODE: Flavour = named("opencode");
export const KILO: Flavour = { ...named("kilo"), isUntried: true };

/** The folder of the settings, the same on every platform. */
export function configFolder({ name }: Flavour, env: Env, home: string = userHome(env)): string {
  return join(env["XDG_CONFIG_HOME"] || join(home, ".config"), name);
}

/** The folder of the session database. */
export function dataFolder({ name }: Flavour, env: Env): string {
  return join(env["XDG_DATA_HOME"] || join(userHome(env), ".local", "share"), name);
}
