/** By what one knows to be in a shell that an agent opened, and perhaps in which of its sessions. */
export interface Shell {
  readonly agent: string;
  /** The variable with the name of the session; some tell only that it is theirs. */
  readonly session?: string;
  /** What stands in every shell of theirs. */
  readonly mark: { readonly name: string; readonly value: string };
}

/** Claude Code comes last: of two agents, one in the shell of the other, it is most often the outer one. */
export const SHELLS: readonly Shell[] = [
  { agent: "codex", session: "CODEX_SESSION_ID", mark: { name: "CODEX_CI", value: "1" } },
  { agent: "gemini", session: "GEMINI_SESSION_ID", mark: { name: "GEMINI_CLI", value: "1" } },
  { agent: "qwen", session: "QWEN_CODE_SESSION_ID", mark: { name: "QWEN_CODE", value: "1" } },
  // The session is told by our plugin.
  { agent: "opencode", session: "OPENCODE_SESSION_ID", mark: { name: "OPENCODE", value: "1" } },
  { agent: "kilo", session: "KILO_SESSION_ID", mark: { name: "KILO", value: "1" } },
  { agent: "copilot", session: "COPILOT_AGENT_SESSION_ID", mark: { name: "COPILOT_CLI", value: "1" } },
  { agent: "pi", session: "PI_SESSION_ID", mark: { name: "PI_CODING_AGENT", value: "true" } },
  { agent: "claude", session: "CLAUDE_CODE_SESSION_ID", mark: { name: "CLAUDECODE", value: "1" } },
];
