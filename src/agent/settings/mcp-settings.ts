import { join } from "node:path";
import { getNodeValue } from "jsonc-parser/lib/esm/main.js";
import { TidemarkError } from "../../error.js";
import { fieldsOf, listOf } from "../payload/fields.js";
import type { SetupFile } from "../setup.js";
import {
  holdsOnly,
  insertChild,
  type Node,
  parseSettings,
  propertyValue,
  removeChild,
  replaceChild,
  splitBom,
  tidyEmpty,
} from "./json-edit.js";

/** How an agent's settings describe our MCP server. */
export interface ServerTable {
  /** The object with the servers by name. */
  readonly key?: string;
  /** The entry under our name. */
  entryOf(command: string, args: readonly string[]): object;
}

const PLAIN_SERVER: ServerTable = { entryOf: (command, args) => ({ command, args }) };

const OURS = "tidemark";
const PROGRAM = "mcp.cjs";
const KEY = "mcpServers";

/** Our MCP server in an agent's JSON settings: `{ "mcpServers": { "tidemark": { "command", "args" } } }`. */
export function serverSettings(path: string, table: ServerTable = PLAIN_SERVER): SetupFile {
  return {
    path,
    part: "mcp",
    add: (text, { node, folder }) => addServer(text, table.entryOf(node, [join(folder, PROGRAM)]), table.key),
    remove: (text) => removeServer(text, table.key),
    holds: (text) => holdsServer(text, table.key),
    hooks: () => [],
  };
}

/** Adds our server once. Everything else keeps its bytes. */
export function addServer(text: string | undefined, entry: object, key = KEY): string {
  const { bom, body } = splitBom(text ?? "");
  if (body.trim() === "") return `${bom}${JSON.stringify({ [key]: { [OURS]: entry } }, null, 2)}\n`;
  const root = parseSettings(body, key);
  const servers = propertyValue(root, key);
  if (servers === undefined) return bom + insertChild(body, root, { [OURS]: entry }, key);
  const present = propertyValue(servers, OURS);
  if (present === undefined) return bom + insertChild(body, servers, entry, OURS);
  if (!isOurs(present)) throw taken();
  const isSame = JSON.stringify(getNodeValue(present)) === JSON.stringify(entry);
  return isSame ? bom + body : bom + replaceChild(body, present, entry);
}

/** Removes our server, whichever version added it. */
export function removeServer(text: string, key = KEY): string {
  const { bom, body } = splitBom(text);
  if (body.trim() === "") return text;
  const servers = propertyValue(parseSettings(body, key), key);
  const present = propertyValue(servers, OURS);
  if (present?.parent === undefined || servers?.parent === undefined || !isOurs(present)) return text;
  const isLast = holdsOnly(body, servers, present.parent);
  const next = removeChild(body, isLast ? servers.parent : present.parent);
  // Repeat: the name may be there twice.
  return removeServer(bom + tidyEmpty(next), key);
}

export function holdsServer(text: string, key = KEY): boolean {
  const { body } = splitBom(text);
  if (body.trim() === "") return false;
  const present = propertyValue(propertyValue(parseSettings(body, key), key), OURS);
  return present !== undefined && isOurs(present);
}

/** Ours runs the installed `mcp.cjs`, or `tidemark mcp` if somebody typed it. */
function isOurs(entry: Node): boolean {
  const { command, args } = fieldsOf(getNodeValue(entry));
  const line = [command, ...listOf(command), ...listOf(args)].filter((word) => typeof word === "string");
  return line.some((word) => word.endsWith(PROGRAM)) || /\btidemark(?:@\S*)? mcp\b/.test(line.join(" "));
}

function taken(): TidemarkError {
  return new TidemarkError("settings-malformed", `Another MCP server is called "${OURS}" there.`, {
    hint: "Give it another name, then run the command again; nothing was changed.",
  });
}
