import type { Env } from "../../host/env.js";

/** Set by a plugin for the shells of its agent, which have no such variable of their own. */
const SESSION = "TIDEMARK_AGENT_SESSION";
const NAMED = /^([a-z]{1,20}) ([\w.-]{1,100})$/;

export function sessionVariables(agent: string, session: string): { readonly [name: string]: string } {
  return { [SESSION]: `${agent} ${session}` };
}

/** The session in whose shell we run, where its agent is one with a plugin of ours. */
export function pluginSession(env: Env): { readonly agent: string; readonly session: string } | undefined {
  const [, agent, session] = NAMED.exec(env[SESSION] ?? "") ?? [];
  return agent === undefined || session === undefined ? undefined : { agent, session };
}
