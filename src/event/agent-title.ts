/** What people call the agents whose events there are, by the name that stands in an event. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ["claude", "Claude Code"],
  ["codex", "Codex"],
  ["gemini", "Gemini CLI"],
  ["qwen", "Qwen Code"],
  ["opencode", "OpenCode"],
  ["kilo", "Kilo"],
  ["copilot", "Copilot CLI"],
  ["pi", "pi"],
  ["kimi", "Kimi Code"],
  ["droid", "Factory Droid"],
  ["cursor", "Cursor"],
  ["cline", "Cline"],
  ["library", "your agent"],
  ["chat", "Tidemark chat"],
]);

export const AGENT_NAMES: readonly string[] = [...TITLES.keys()];

/** Undefined for a name nobody knows: that comes from outside, and is not to be said as if it were ours. */
export function agentTitle(name: string): string | undefined {
  return TITLES.get(name);
}
