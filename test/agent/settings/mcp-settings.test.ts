import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { serverPath } from "../../../src/agent/claude/setup.js";
import {
  addServer,
  holdsServer,
  removeServer,
  serverSettings,
} from "../../../src/agent/settings/mcp-settings.js";
import { TidemarkError } from "../../../src/error.js";

const ENTRY = {
  type: "stdio",
  command: "/usr/bin/node",
  args: ["/home/a/.local/share/tidemark/program/mcp.cjs"],
};
const OTHER = { command: "npx", args: ["other-server"] };

/** Files whose bytes come back when the server is taken out again. */
const REVERSIBLE: { [name: string]: string } = {
  "an empty object": "{}",
  "an empty object and a newline": "{}\n",
  "one line": '{"numStartups":4}',
  "two spaces": '{\n  "numStartups": 4,\n  "projects": {\n    "/a": {}\n  }\n}\n',
  tabs: '{\n\t"numStartups": 4\n}\n',
  "a byte order mark": '\uFEFF{\n  "numStartups": 4\n}\n',
  CRLF: '{\r\n  "numStartups": 4\r\n}\r\n',
  comments: '// mine\n{\n  "numStartups": 4 // often\n}\n',
  "a trailing comma": '{\n  "numStartups": 4,\n}\n',
  "other servers": `${JSON.stringify({ mcpServers: { other: OTHER }, numStartups: 4 }, null, 2)}\n`,
  "other servers, minified": JSON.stringify({ mcpServers: { other: OTHER } }),
  "servers with only a comment": '{\n  "mcpServers": {\n    // mine come here\n  }\n}\n',
};

describe("adding", () => {
  for (const [name, before] of Object.entries(REVERSIBLE)) {
    test(`${name}: it is there once, a second time changes nothing, taking it out gives the bytes back`, () => {
      const after = addServer(before, ENTRY);
      expect(holdsServer(before)).toBe(false);
      expect(holdsServer(after)).toBe(true);
      expect(after.split("mcp.cjs")).toHaveLength(2);
      expect(addServer(after, ENTRY)).toBe(after);
      expect(removeServer(after)).toBe(before);
    });
  }

  test("without a file, one is made", () => {
    expect(JSON.parse(addServer(undefined, ENTRY))).toEqual({ mcpServers: { tidemark: ENTRY } });
    expect(JSON.parse(addServer(" \n", ENTRY, "mcp"))).toEqual({ mcp: { tidemark: ENTRY } });
  });

  test("an older one of ours is replaced, also one that was typed by hand", () => {
    for (const older of [
      { command: "node", args: ["/opt/old/mcp.cjs"] },
      { command: "npx", args: ["-y", "tidemark@latest", "mcp"] },
      { command: "tidemark", args: ["mcp"] },
    ]) {
      const text = addServer('{"a":1}', older);
      expect(JSON.parse(addServer(text, ENTRY))).toEqual({ a: 1, mcpServers: { tidemark: ENTRY } });
      expect(removeServer(text)).toBe('{"a":1}');
    }
  });

  test("somebody else's of the same name is left alone, and said", () => {
    const text = JSON.stringify({ mcpServers: { tidemark: { command: "python", args: ["sea.py"] } } });
    expect(() => addServer(text, ENTRY)).toThrow(TidemarkError);
    expect(removeServer(text)).toBe(text);
    expect(holdsServer(text)).toBe(false);
  });

  test("what stands there twice goes twice", () => {
    const ours = JSON.stringify(ENTRY);
    const text = `{"mcpServers":{"tidemark":${ours},"b":{},"tidemark":${ours}}}`;
    expect(JSON.parse(removeServer(text))).toEqual({ mcpServers: { b: {} } });
  });

  test.each(['{"mcpServers":[]}', '{"mcpServers":{', "[]", '{"a" 1}'])(
    "%s is refused with where it is wrong",
    (text) => {
      expect(() => addServer(text, ENTRY)).toThrow(/line 1, column/);
      expect(() => removeServer(text)).toThrow(TidemarkError);
    },
  );
});

test("any settings come back byte for byte", () => {
  const name = fc.string().filter((key) => !["mcpServers", "__proto__"].includes(key));
  const settings = fc.record({
    rest: fc.dictionary(name, fc.jsonValue()),
    servers: fc.option(
      fc.dictionary(
        fc.string().filter((key) => !["tidemark", "__proto__"].includes(key)),
        fc.record({ command: fc.string(), args: fc.array(fc.string()) }),
        { minKeys: 1 },
      ),
      { nil: undefined },
    ),
    space: fc.constantFrom(undefined, 1, 2, 4, "\t"),
    end: fc.constantFrom("", "\n", "\r\n"),
  });
  fc.assert(
    fc.property(settings, ({ rest, servers, space, end }) => {
      const before = JSON.stringify(servers ? { ...rest, mcpServers: servers } : rest, null, space) + end;
      const after = addServer(before, ENTRY);
      expect(JSON.parse(after).mcpServers).toEqual({ ...servers, tidemark: ENTRY });
      expect(removeServer(after)).toBe(before);
    }),
  );
});

test("an agent's table says the key and the form", () => {
  const file = serverSettings("/a/opencode.json", {
    key: "mcp",
    entryOf: (command, args) => ({ type: "local", command: [command, ...args], enabled: true }),
  });
  const text = file.add(undefined, { hook: "", node: "/usr/bin/node", folder: "/d/program" });
  expect(JSON.parse(text)).toEqual({
    mcp: {
      tidemark: { type: "local", command: ["/usr/bin/node", join("/d/program", "mcp.cjs")], enabled: true },
    },
  });
  expect(file.holds(text)).toBe(true);
  expect(file.remove(text).trim()).toBe("{}");
  expect(file.hooks(text)).toEqual([]);
});

test("Claude Code keeps a user's servers in its state, a project's in a file of their own", () => {
  const user = { is: "user", home: "/home/a" } as const;
  expect(serverPath({}, user)).toBe(join("/home/a", ".claude.json"));
  expect(serverPath({ CLAUDE_CONFIG_DIR: "/c" }, user)).toBe(join("/c", ".claude.json"));
  expect(serverPath({ CLAUDE_CONFIG_DIR: "/c" }, { is: "project", root: "/p" })).toBe(
    join("/p", ".mcp.json"),
  );
});
