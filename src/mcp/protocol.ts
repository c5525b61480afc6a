import { type Fields, fieldsOf, textOf } from "../agent/payload/fields.js";
import { INSTRUCTIONS } from "./catalog.js";
import { CODE, ProtocolError } from "./message.js";

declare const TIDEMARK_VERSION: string | undefined;

/** Revisions that begin with `initialize`, the newest first. */
const OLDER = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/** The first revision in which every request speaks for itself. */
const PRESENT = "2026-07-28";

const META = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
} as const;

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
const HOUR = 3_600_000;

/** For how long a client may keep a result; what memory says is never kept. */
const CACHED: { readonly [method: string]: object } = {
  "server/discover": { ttlMs: HOUR, cacheScope: "public" },
  "tools/list": { ttlMs: HOUR, cacheScope: "public" },
  "prompts/list": { ttlMs: HOUR, cacheScope: "public" },
  "resources/list": { ttlMs: HOUR, cacheScope: "public" },
  "resources/templates/list": { ttlMs: HOUR, cacheScope: "public" },
  "resources/read": { ttlMs: 0, cacheScope: "private" },
};

function serverInfo(): object {
  return { name: "tidemark", version: typeof TIDEMARK_VERSION === "string" ? TIDEMARK_VERSION : "0.0.0" };
}

/** The answer to `initialize`: the client's revision where we know it, else the newest that has this handshake. */
export function initialized(params: Fields): object {
  const wanted = textOf(params["protocolVersion"]);
  return {
    protocolVersion: OLDER.find((version) => version === wanted) ?? OLDER[0],
    capabilities: CAPABILITIES,
    serverInfo: serverInfo(),
    instructions: INSTRUCTIONS,
  };
}

/** The answer to `server/discover`. */
export function discovered(): object {
  return { supportedVersions: [PRESENT], capabilities: CAPABILITIES, instructions: INSTRUCTIONS };
}

/** Whether a request speaks the present revision. Fails where it claims one that nobody knows. */
export function isPresent(params: Fields): boolean {
  const meta = fieldsOf(params["_meta"]);
  if (!(META.version in meta)) return false;
  const requested = meta[META.version];
  if (requested === PRESENT) return true;
  throw new ProtocolError(CODE.version, "This protocol version is not supported.", {
    supported: [PRESENT],
    requested: typeof requested === "string" ? requested : "unknown",
  });
}

/** A result as the present revision wants it: with its type, whose it is, and how long it may be kept. */
export function stamped(method: string, result: object): object {
  return {
    ...result,
    resultType: "complete",
    ...CACHED[method],
    _meta: { [META.server]: serverInfo() },
  };
}
