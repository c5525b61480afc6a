import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/mcp/connection.js";
import { CODE, ProtocolError } from "../../src/mcp/message.js";
import type { Caller, Work } from "../../src/mcp/work.js";

const CWD = resolve("/work/photo-box");
const PRESENT = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A server whose tools say where they were called. */
function client(onSend: (message: unknown) => void = () => {}) {
  const sent: unknown[] = [];
  let loads = 0;
  const said = async (...what: unknown[]) => ({ content: [{ type: "text", text: JSON.stringify(what) }] });
  const work: Work = {
    callTool: (name, args, { cwd }: Caller) => said(name, args, cwd),
    readResource: async (uri) => {
      throw new ProtocolError(CODE.params, "There is no such resource.", { uri });
    },
    getPrompt: (name, args) => said(name, args),
  };
  const connection = connect({
    env: {},
    cwd: CWD,
    send: (message) => {
      sent.push(message);
      onSend(message);
    },
    load: async () => {
      loads += 1;
      return work;
    },
  });
  return {
    sent,
    receive: connection.receive,
    refuse: connection.refuse,
    loads: () => loads,
    async request(method: string, params?: object): Promise<unknown> {
      await connection.receive(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }));
      return sent.at(-1);
    },
  };
}

describe("the opening", () => {
  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
    "speaks %s",
    async (protocolVersion) => {
      const { request, loads } = client();
      expect(await request("initialize", { protocolVersion, capabilities: {} })).toMatchObject({
        id: 7,
        result: { protocolVersion, serverInfo: { name: "tidemark" }, capabilities: { tools: {} } },
      });
      expect(loads()).toBe(0);
    },
  );

  test.each(["2023-01-01", "2026-07-28", 3, undefined])(
    "answers the newest it has a handshake for to %s",
    async (protocolVersion) => {
      expect(await client().request("initialize", { protocolVersion })).toMatchObject({
        result: { protocolVersion: "2025-11-25" },
      });
    },
  );

  test("discovers in the present revision, without a handshake", async () => {
    expect(await client().request("server/discover", { _meta: PRESENT })).toMatchObject({
      result: {
        supportedVersions: ["2026-07-28"],
        resultType: "complete",
        ttlMs: expect.any(Number),
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "tidemark" } },
      },
    });
  });

  test("refuses a revision to come, and says which it knows", async () => {
    const _meta = { ...PRESENT, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    expect(await client().request("tools/list", { _meta })).toMatchObject({
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } },
    });
  });

  test("stamps results of the present revision alone", async () => {
    const { request } = client();
    expect(await request("tools/list")).not.toHaveProperty("result.resultType");
    expect(await request("tools/list", { _meta: PRESENT })).toMatchObject({
      result: { resultType: "complete", cacheScope: "public", tools: expect.any(Array) },
    });
    const read = { _meta: PRESENT, uri: "tidemark://nothing" };
    expect(await request("resources/read", read)).toMatchObject({ error: { code: CODE.params } });
  });
});

describe("a call", () => {
  test("loads the tools, and runs where the client was started", async () => {
    const { request, loads } = client();
    const called = await request("tools/call", { name: "recall", arguments: { query: "a" } });
    expect(called).toMatchObject({
      result: { content: [{ text: JSON.stringify(["recall", { query: "a" }, CWD]) }] },
    });
    expect(loads()).toBe(1);
  });

  test.each([
    ["tools/call", { name: "rm" }, CODE.params],
    ["tools/call", {}, CODE.params],
    ["prompts/get", { name: "constructor" }, CODE.params],
    ["resources/read", { uri: "file:///etc/passwd" }, CODE.params],
    ["tools/erase", {}, CODE.method],
    ["toString", {}, CODE.method],
  ])("%s %j is refused", async (method, params, code) => {
    expect(await client().request(method, params)).toMatchObject({ id: 7, error: { code } });
  });

  test("goes to the first root of a client that was started elsewhere, and asks again after a change", async () => {
    let root = join(CWD, "..", "harbour");
    let asked = 0;
    const { receive, request, sent } = client((message) => {
      if (JSON.stringify(message).includes('"roots/list"')) {
        asked += 1;
        const roots = [{ uri: pathToFileURL(root).href }, { uri: "https://example.org/" }, 3];
        void receive(JSON.stringify({ jsonrpc: "2.0", id: "tidemark-roots", result: { roots } }));
      }
    });
    await request("initialize", { protocolVersion: "2025-11-25", capabilities: { roots: {} } });
    const folder = async () =>
      JSON.stringify(await request("tools/call", { name: "session", arguments: {} }));
    expect(await folder()).toContain("harbour");
    expect(await folder()).toContain("harbour");
    expect(asked).toBe(1);
    root = resolve(CWD, "..");
    await receive(JSON.stringify({ jsonrpc: "2.0", method: "notifications/roots/list_changed" }));
    // The folder it was started in is inside of that one, and says more.
    expect(await folder()).toContain("photo-box");
    expect(asked).toBe(2);
    expect(sent).toHaveLength(6);
  });

  test("does not wait for a client that keeps its roots to itself", async () => {
    const { request } = client();
    await request("initialize", { protocolVersion: "2025-11-25", capabilities: { roots: {} } });
    expect(JSON.stringify(await request("tools/call", { name: "session" }))).toContain("photo-box");
  });
});

describe("whatever else arrives", () => {
  test.each(["", "{", "nonsense", "\u0000", '{"a":1'])("%j is no JSON, and that is said", async (line) => {
    const { receive, sent } = client();
    await receive(line);
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: null, error: { code: CODE.parse, message: expect.any(String) } },
    ]);
  });

  test.each([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"x":"', '"}}', 7],
    ['{ "id" : "a-1", "jsonrpc": "2.0", "params": {"x":"', '"}}', "a-1"],
    ['{"method":"tools/call","params":{"id":3,"x":"', '"},"jsonrpc":"2.0","id":8}', 8],
    ['{"method":"tools/call","params":{"x":"', '"}, "id": "b", "jsonrpc": "2.0"}\r', "b"],
    ['{"method":"tools/call","params":{"id":3,"x":"', '","id":4}}', null],
    ['{"method":"tools/call","params":{"x":"', '\\",\\"id\\":\\"c"}', null],
    ['[{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"', '"}}]', null],
    ["xxx", "xxx", null],
  ])("what is too long is refused under its id: %s … %s", (start, end, id) => {
    const { refuse, sent } = client();
    refuse({ start, end });
    const message = expect.stringContaining("longer than 4 MB");
    expect(sent).toEqual([{ jsonrpc: "2.0", id, error: { code: CODE.request, message } }]);
  });

  test("a batch is answered as one", async () => {
    const { receive, sent } = client();
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    await receive(
      JSON.stringify([ping(1), { jsonrpc: "2.0", method: "notifications/initialized" }, ping(2)]),
    );
    expect(sent).toEqual([
      [
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: 2, result: {} },
      ],
    ]);
  });

  test("a notification is never answered", async () => {
    const { receive, sent } = client();
    for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call", "ping"])
      await receive(JSON.stringify({ jsonrpc: "2.0", method }));
    expect(sent).toEqual([]);
  });

  test("no value makes it fail, and every request has one answer", async () => {
    const method = fc.constantFrom(
      "initialize",
      "tools/call",
      "tools/list",
      "resources/read",
      "prompts/get",
      "x",
    );
    const request = fc.record(
      { jsonrpc: fc.jsonValue(), id: fc.oneof(fc.string(), fc.integer()), method, params: fc.jsonValue() },
      { requiredKeys: ["id", "method"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(request, fc.jsonValue({ maxDepth: 4 })), async (value) => {
        const { receive, sent } = client();
        await receive(JSON.stringify(value));
        const isRequest = typeof value === "object" && value !== null && "method" in value && "id" in value;
        if (isRequest) expect(sent).toHaveLength(1);
        else expect(sent.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});
