import { Server, type Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, test } from "vitest";
import { PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "../../src/mcp/catalog.js";
import { connect } from "../../src/mcp/connection.js";

const PRESENT = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Request {
  readonly method: string;
  readonly params: object;
}

/** What a server written with the SDK says to one request on a fresh connection. */
async function theirs({ method, params }: Request): Promise<unknown> {
  return new Promise((tell) => {
    const transport: Transport = {
      async start() {},
      async send(message) {
        tell(message);
      },
      async close() {},
    };
    serveStdio(
      () => {
        const capabilities = { tools: {}, resources: {}, prompts: {} };
        const server = new Server({ name: "tidemark", version: "0.0.0" }, { capabilities });
        server.setRequestHandler("tools/list", () => JSON.parse(JSON.stringify({ tools: TOOLS })));
        server.setRequestHandler("resources/list", () => ({ resources: [...RESOURCES] }));
        server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...TEMPLATES] }));
        server.setRequestHandler("prompts/list", () => ({ prompts: [...PROMPTS] }));
        return server;
      },
      { transport },
    );
    transport.onmessage?.({ jsonrpc: "2.0", id: 1, method, params: { ...params } });
  });
}

async function ours({ method, params }: Request): Promise<unknown> {
  let said: unknown;
  const { receive } = connect({
    env: {},
    cwd: "/",
    send: (message) => {
      said = message;
    },
    load: () => Promise.reject(new Error("nothing is called here")),
  });
  await receive(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  return said;
}

/** What may differ is taken out: our own instructions, how long a list may be kept, and how an error is worded. */
function comparable(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      ["instructions", "ttlMs", "cacheScope", "message"].includes(key) ? undefined : value,
    ),
  );
}

const client = { clientInfo: { name: "test", version: "1.0.0" }, capabilities: {} };
const REQUESTS: readonly Request[] = [
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2023-01-01"].map((protocolVersion) => ({
    method: "initialize",
    params: { protocolVersion, ...client },
  })),
  { method: "server/discover", params: { _meta: PRESENT } },
  { method: "tools/list", params: { _meta: PRESENT } },
  { method: "resources/list", params: { _meta: PRESENT } },
  { method: "resources/templates/list", params: { _meta: PRESENT } },
  { method: "prompts/list", params: { _meta: PRESENT } },
  { method: "tools/erase", params: { _meta: PRESENT } },
  {
    method: "tools/list",
    params: { _meta: { ...PRESENT, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } },
  },
];

test.each(REQUESTS)("$method $params is answered as the SDK's own server answers it", async (request) => {
  expect(comparable(await ours(request))).toEqual(comparable(await theirs(request)));
});
