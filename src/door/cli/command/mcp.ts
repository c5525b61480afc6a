import type { Command } from "commander";

const EXAMPLES = `
Tools: recall, remember, pin, focus, rate, profile, session, checkpoint. Resources: tidemark://state, tidemark://sessions,
tidemark://session/ID, tidemark://decisions, tidemark://pins, tidemark://profile. Prompts: resume, recall, handover.

Agents start it themselves, once tidemark init has told them of it. By hand, for an agent that init does not know:
  { "mcpServers": { "tidemark": { "command": "npx", "args": ["-y", "tidemark", "mcp"] } } }

Examples:
  $ tidemark mcp        speaks the protocol on standard input and output until the input ends`;

export function register(program: Command): void {
  program
    .command("mcp")
    .description("serve this project's memory to an agent over the Model Context Protocol (stdio)")
    .addHelpText("after", EXAMPLES)
    .action(() => void require("./mcp.cjs"));
}
