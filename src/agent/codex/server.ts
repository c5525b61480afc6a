import { join } from "node:path";
import { fieldsOf, listOf } from "../payload/fields.js";
import { appendTable, parseToml, removeTable, replaceInTable, tomlAt } from "../settings/toml-edit.js";
import type { SetupFile, Wiring } from "../setup.js";

const TABLE = ["mcp_servers", "tidemark"] as const;

/** Our MCP server in `config.toml`. A server of the user's own that has our name is left alone. */
export function serverInConfig(path: string): SetupFile {
  return { path, part: "mcp", add: addServer, remove: removeServer, holds: holdsServer, hooks: () => [] };
}

function addServer(text: string | undefined, { node, folder }: Wiring): string {
  const before = text ?? "";
  // What JSON writes as a string, TOML reads as one.
  const values = { command: JSON.stringify(node), args: JSON.stringify([join(folder, PROGRAM)]) };
  const present = serverIn(before);
  if (present === undefined)
    return appendTable(
      before,
      TABLE,
      Object.entries(values).map(([key, value]) => `${key} = ${value}`),
    );
  return isOurs(present) ? replaceInTable(before, TABLE, values) : before;
}

function removeServer(text: string): string {
  return holdsServer(text) ? removeTable(text, TABLE) : text;
}

function holdsServer(text: string): boolean {
  return isOurs(serverIn(text));
}

/** Whether a server that is not ours has our name. */
export function isNameTaken(text: string): boolean {
  const present = serverIn(text);
  return present !== undefined && !isOurs(present);
}

const PROGRAM = "mcp.cjs";

function serverIn(text: string): unknown {
  return tomlAt(parseToml(text), TABLE);
}

function isOurs(server: unknown): boolean {
  return listOf(fieldsOf(server)["args"]).some((word) => typeof word === "string" && word.endsWith(PROGRAM));
}
