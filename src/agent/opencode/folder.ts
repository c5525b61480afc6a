import { join } from "node:path";
import { type Env, userHome } from "../../host/env.js";
import { type AgentName, named } from "../agents.js";

/** OpenCode, or a program that was made from it and differs in little but its name. */
export interface Flavour {
  /** Also the name of its program, its folders and its settings. */
  readonly name: AgentName;
  readonly title: string;
  readonly isUntried?: boolean;
}

export const OPENCODE: Flavour = named("opencode");
export const KILO: Flavour = { ...named("kilo"), isUntried: true };

/** Where it keeps its settings, on every system alike. */
export function configFolder({ name }: Flavour, env: Env, home: string = userHome(env)): string {
  return join(env["XDG_CONFIG_HOME"] || join(home, ".config"), name);
}

/** Where it keeps the record of its sessions: a database. */
export function dataFolder({ name }: Flavour, env: Env): string {
  return join(env["XDG_DATA_HOME"] || join(userHome(env), ".local", "share"), name);
}
