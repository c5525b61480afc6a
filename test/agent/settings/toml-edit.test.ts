import fc from "fast-check";
import { stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import {
  appendTable,
  parseToml,
  removeTable,
  replaceInTable,
  tomlAt,
} from "../../../src/agent/settings/toml-edit.js";
import { TOML_FILES } from "../user-files.js";

const PATH = ["mcp_servers", "tidemark"];
const LINES = ['command = "node"', 'args = ["a"]'];

describe("a table in a user's TOML", () => {
  test.each(Object.entries(TOML_FILES))("%s: put in and taken out, the bytes are the same", (_, text) => {
    const added = appendTable(text, PATH, LINES);
    expect(added.startsWith(text)).toBe(true);
    expect(tomlAt(parseToml(added), PATH)).toEqual({ command: "node", args: ["a"] });
    expect(removeTable(added, PATH)).toBe(text);
  });

  test("any TOML, with any line ends", () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const name = fc.stringMatching(/^[a-z_]{1,8}$/);
    const root = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)), { maxKeys: 5 });
    const file = fc.tuple(
      root,
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("", "\n", "\n\n", " \n# mine"),
    );
    fc.assert(
      fc.property(file, ([object, eol, tail]) => {
        const text = (stringify(object).trimEnd() + tail).replaceAll("\n", eol);
        const added = appendTable(text, PATH, LINES);
        expect(removeTable(added, PATH)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("takes the tables below it along, and leaves the comments of its neighbours", () => {
    const text = [
      "# top",
      "[a]",
      "b = 1",
      "",
      "[mcp_servers.tidemark] # ours",
      'command = "node"',
      "",
      '[mcp_servers."tidemark".env]',
      'A = "1"',
      "",
      "# of c",
      "[c]",
      "",
    ].join("\n");
    expect(removeTable(text, PATH)).toBe("# top\n[a]\nb = 1\n\n# of c\n[c]\n");
  });

  test("is changed in its place", () => {
    const text = '[mcp_servers.tidemark]\ncommand = "old"\nargs = ["x"] # why\n\n[c]\ncommand = "c"\n';
    expect(replaceInTable(text, PATH, { command: '"new"' })).toBe(text.replace('"old"', '"new"'));
  });

  test.each([
    ["an inline table", 'mcp_servers = { docs = { command = "docs" } }\n'],
    ["no TOML", "= 1\n"],
  ])("%s is refused", (_, text) => {
    expect(() => appendTable(text, PATH, LINES)).toThrow(
      expect.objectContaining({ code: "settings-malformed" }),
    );
  });

  test.each(['[mcp_servers]\ntidemark = { command = "node" }\n', 'mcp_servers.tidemark.command = "node"\n'])(
    "one that is written in another way stays: %j",
    (text) => {
      expect(removeTable(text, PATH)).toBe(text);
    },
  );
});
