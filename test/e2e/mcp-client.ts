import { resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Stage } from "./stage.js";

const SERVER = resolve(import.meta.dirname, "../../dist/mcp.cjs");

/** How a client opens: by the handshake of old, or by asking in the present revision first. */
export type Opening = "legacy" | "auto";

interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly facts: unknown;
}

/** The SDK's own client, connected to the built server. */
export interface McpClient {
  readonly client: Client;
  readonly pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  read(uri: string): Promise<string>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export async function openClient(
  stage: Stage,
  opening: Opening,
  { env = {}, cwd = stage.project }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<McpClient> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: opening }, capabilities: {} },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    cwd,
    env: { ...stage.env, ...env },
    stderr: "inherit",
  });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const { content, isError, structuredContent } = result;
      const [first] = content;
      const text = first?.type === "text" ? first.text : "";
      return { text, isError: isError === true, facts: structuredContent };
    },
    async read(uri) {
      const [first] = (await client.readResource({ uri })).contents;
      return first !== undefined && "text" in first ? first.text : "";
    },
    async prompt(name, args = {}) {
      const [first] = (await client.getPrompt({ name, arguments: args })).messages;
      return first?.content.type === "text" ? first.content.text : "";
    },
    close: () => client.close(),
  };
}
