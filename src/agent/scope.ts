import { type Env, userHome } from "../host/env.js";
import { readPlace } from "../host/git/git.js";
import type { Scope } from "./setup.js";

export interface Where {
  readonly env: Env;
  readonly cwd: string;
  readonly project?: boolean | undefined;
}

export function scopeOf({ env, cwd, project }: Where): Scope {
  return project ? { is: "project", root: readPlace(cwd).root } : { is: "user", home: userHome(env) };
}
