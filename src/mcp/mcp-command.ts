import type { Command } from "commander";

const EXAMPLES = `
Tools: recall, remember, pin, focus, rate, profile, session, checkpoint. Prompts: resume, recall,
handover. Resources: tidemark://state, tidemark://sessions, tidemark://session/ID,
tidemark://decisions, tidemark://pins, tidemark://profile.

Agents start it themselves after tidemark init --mcp. For an agent that init does not know:
  { "mcpServers": { "tidemark": { "command": "npx", "args": ["-y", "tidemark", "mcp"] } } }

Examples:
  $ tidemark mcp        speaks the protocol on standard input and output until the input ends`;

export function mcpCommand(command: Command): void {
  command
    .description("serve this project's memory to an agent over MCP (stdio)")
    .addHelpText("after", EXAMPLES)
    .action(() => void require("./mcp.cjs"));
}
