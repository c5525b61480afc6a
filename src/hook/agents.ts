/** The bundle with every agent except Claude Code, whose calls are the most frequent and need not load the others. */
import type { AgentName } from "../agent/agents.js";
import { codex } from "../agent/codex/agent.js";
import { copilot } from "../agent/copilot/agent.js";
import { cursor } from "../agent/cursor/agent.js";
import { droid } from "../agent/droid/agent.js";
import { gemini } from "../agent/gemini/agent.js";
import { kimi } from "../agent/kimi/agent.js";
import { kilo, opencode } from "../agent/opencode/agent.js";
import { pi } from "../agent/pi/agent.js";
import type { Agent } from "../agent/port.js";
import { qwen } from "../agent/qwen/agent.js";

const OTHERS: { readonly [N in Exclude<AgentName, "claude">]: Agent } = {
  codex,
  gemini,
  qwen,
  kilo,
  opencode,
  pi,
  copilot,
  kimi,
  droid,
  cursor,
};

export function agentNamed(name: string): Agent | undefined {
  const others: { readonly [name: string]: Agent } = OTHERS;
  return Object.hasOwn(others, name) ? others[name] : undefined;
}
