/**
 * Every agent that calls our hooks with its title, in the order in which people see them. A row here makes the compiler ask
 * for the rest: `adapters.ts` and `door/hook/agents.ts`. Data alone, so every layer may import it.
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

/** Name and title, to be spread into each capability of an agent. */
export function named(name: AgentName): { readonly name: AgentName; readonly title: string } {
  return { name, title: AGENTS[name] };
}

/** Programs without hooks that events may name. */
const WITHOUT_HOOKS = { cline: "Cline", library: "your agent", chat: "Tidemark chat" };

const TITLES: ReadonlyMap<string, string> = new Map(Object.entries({ ...AGENTS, ...WITHOUT_HOOKS }));

/** Every name that an event of ours may carry. */
export const EVENT_AGENTS: readonly string[] = [...TITLES.keys()];

/** Undefined for an unknown name: it comes from outside and must not look like ours. */
export function agentTitle(name: string): string | undefined {
  return TITLES.get(name);
}

/** How a shell that an agent opened is recognized. */
export interface Shell {
  readonly agent: AgentName;
  /** The variable with the name of the session. */
  readonly session: string;
  /** A variable and its value that every such shell has, even if the session is unknown. */
  readonly mark: readonly [name: string, value: string];
}

/** Claude Code comes last: if one agent runs in the shell of another, it is most often the outer one. */
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
