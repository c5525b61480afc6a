/**
 * Every agent that calls our hooks, with its title, in display order. A new row makes the compiler ask for the rest in
 * `adapters.ts` and `../hook/agents.ts`.
 */
const AGENTS = {
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  qwen: "Qwen Code",
  opencode: "OpenCode",
  pi: "pi",
  kilo: "Kilo",
  copilot: "Copilot CLI",
  kimi: "Kimi Code",
  droid: "Factory Droid",
  cursor: "Cursor",
};

export type AgentName = keyof typeof AGENTS;

export const AGENT_NAMES = Object.keys(AGENTS) as readonly AgentName[];

/** Spread into each capability of an agent. */
export function named(name: AgentName): { readonly name: AgentName; readonly title: string } {
  return { name, title: AGENTS[name] };
}

/** Programs without hooks that events may name. */
const WITHOUT_HOOKS = { cline: "Cline", library: "your agent", chat: "Tidemark chat" };

const TITLES: ReadonlyMap<string, string> = new Map(Object.entries({ ...AGENTS, ...WITHOUT_HOOKS }));

export const EVENT_AGENTS: readonly string[] = [...TITLES.keys()];

/** Undefined for an unknown name: names come from outside and must not look like ours. */
export function agentTitle(name: string): string | undefined {
  return TITLES.get(name);
}

/** How to recognize a shell that an agent opened. */
export interface Shell {
  readonly agent: AgentName;
  /** The variable that holds the session id. */
  readonly session: string;
  /** A variable that every such shell has with this value, even if the session is unknown. */
  readonly mark: readonly [name: string, value: string];
}

/** Claude Code comes last: if one agent runs in the shell of another, Claude Code is usually the outer one. */
export const SHELLS: readonly Shell[] = [
  { agent: "codex", session: "CODEX_SESSION_ID", mark: ["CODEX_CI", "1"] },
  { agent: "gemini", session: "GEMINI_SESSION_ID", mark: ["GEMINI_CLI", "1"] },
  { agent: "qwen", session: "QWEN_CODE_SESSION_ID", mark: ["QWEN_CODE", "1"] },
  // Our plugin sets the session for OpenCode and Kilo.
  { agent: "opencode", session: "OPENCODE_SESSION_ID", mark: ["OPENCODE", "1"] },
  { agent: "kilo", session: "KILO_SESSION_ID", mark: ["KILO", "1"] },
  { agent: "copilot", session: "COPILOT_AGENT_SESSION_ID", mark: ["COPILOT_CLI", "1"] },
  { agent: "pi", session: "PI_SESSION_ID", mark: ["PI_CODING_AGENT", "true"] },
  { agent: "claude", session: "CLAUDE_CODE_SESSION_ID", mark: ["CLAUDECODE", "1"] },
];
