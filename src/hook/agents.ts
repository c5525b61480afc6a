/** The bundle with all agents except Claude Code, which has the most calls. */
import type { AgentName } from "../agent/agents.js";
import { codex } from "../agent/codex/agent.js";
import { copilot } from "../agent/copilot/agent.js";
import { cursor } from "../agent/cursor/agent.js";
import { droid } from "../agent/droid/agent.js";
import { gemini } from "../agent/gemini/agent.js";
import { kimi } from "../agent/kimi/agent.js";
import { kilo, opencode } from "../agent/opencode/agent.js";
import { lookUp } from "../agent/payload/fields.js";
import { pi } from "../agent/pi/agent.js";
import type { Agent } from "../agent/port.js";
import { qwen } from "../agent/qwen/agent.js";

const OTHERS = { codex, gemini, qwen, kilo, opencode, pi, copilot, kimi, droid, cursor } satisfies {
  readonly [N in Exclude<AgentName, "claude">]: Agent;
};

export function agentNamed(name: string): Agent | undefined {
  return lookUp<Agent>(OTHERS, name);
}
