/** The bundle with every agent but the first: calls of that one are the most, and need not load the others. */
import { codex } from "../../agent/codex/agent.js";
import { copilot } from "../../agent/copilot/agent.js";
import { cursor } from "../../agent/cursor/agent.js";
import { droid } from "../../agent/droid/agent.js";
import { gemini } from "../../agent/gemini/agent.js";
import { kimi } from "../../agent/kimi/agent.js";
import { kilo, opencode } from "../../agent/opencode/agent.js";
import { pi } from "../../agent/pi/agent.js";
import type { Agent } from "../../agent/port.js";
import { qwen } from "../../agent/qwen/agent.js";

const AGENTS: { readonly [name: string]: Agent } = {
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
  return Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
}
