/** The bundle with every agent but the first: calls of that one are the most, and need not load the others. */
import type { Agent } from "../../agent/port.js";

const AGENTS: { readonly [name: string]: Agent } = {};

export function agentNamed(name: string): Agent | undefined {
  return Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
}
