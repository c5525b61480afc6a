import { SHELLS, type Shell } from "../../agent/shell.js";
import type { Env } from "../../host/env.js";
import type { Speaker } from "./declare.js";

/** The session that speaks through the command line, where that runs in an agent's shell; "" where that does not say which. */
export function speakerIn(env: Env): Speaker | undefined {
  for (const shell of SHELLS) {
    const session = sessionIn(shell, env);
    if (session !== undefined) return { session, agent: shell.agent };
  }
  return undefined;
}

const NAME = /^[\w.-]{1,100}$/;

function sessionIn({ session, mark }: Shell, env: Env): string | undefined {
  const name = session === undefined ? "" : (env[session] ?? "");
  if (NAME.test(name)) return name;
  return env[mark.name] === mark.value ? "" : undefined;
}
