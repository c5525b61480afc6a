import { type Env, userHome } from "../../host/env.js";
import type { Scope } from "../setup.js";

/** For whom an agent that works in a project may be set up. */
export function scopesOf(root: string, env: Env): readonly Scope[] {
  return [
    { is: "user", home: userHome(env) },
    { is: "project", root },
  ];
}
