import { type Fields, fieldsOf, textOf } from "../agent/payload/fields.js";
import { INSTRUCTIONS } from "./catalog.js";
import { CODE, ProtocolError } from "./message.js";

declare const TIDEMARK_VERSION: string | undefined;

/** Revisions that begin with `initialize`, newest first. */
const OLDER_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/** The first revision without a handshake. */
const CURRENT_VERSION = "2026-07-28";

const META = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
} as const;

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
const AN_HOUR = { ttlMs: 3_600_000, cacheScope: "public" };

/** How long a client may cache a result. Results from the memory are never cached. */
const CACHING: { readonly [method: string]: object } = {
  "server/discover": AN_HOUR,
  "tools/list": AN_HOUR,
  "prompts/list": AN_HOUR,
  "resources/list": AN_HOUR,
  "resources/templates/list": AN_HOUR,
  "resources/read": { ttlMs: 0, cacheScope: "private" },
};

function serverInfo(): object {
  return { name: "tidemark", version: typeof TIDEMARK_VERSION === "string" ? TIDEMARK_VERSION : "0.0.0" };
}

/** The answer to `initialize`: the client's revision if it is known, or else the newest with this handshake. */
export function initialized(params: Fields): object {
  const wanted = textOf(params["protocolVersion"]);
  return {
    protocolVersion: OLDER_VERSIONS.find((version) => version === wanted) ?? OLDER_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: serverInfo(),
    instructions: INSTRUCTIONS,
  };
}

/** The answer to `server/discover`. */
export function discovered(): object {
  return { supportedVersions: [CURRENT_VERSION], capabilities: CAPABILITIES, instructions: INSTRUCTIONS };
}

/** Whether a request uses the current revision. Throws if it names an unknown one. */
export function isCurrent(params: Fields): boolean {
  const meta = fieldsOf(params["_meta"]);
  if (!(META.version in meta)) return false;
  const requested = meta[META.version];
  if (requested === CURRENT_VERSION) return true;
  throw new ProtocolError(CODE.version, "This protocol version is not supported.", {
    supported: [CURRENT_VERSION],
    requested: typeof requested === "string" ? requested : "unknown",
  });
}

/** Adds the fields that the current revision requires. */
export function withMetadata(method: string, result: object): object {
  return {
    ...result,
    resultType: "complete",
    ...CACHING[method],
    _meta: { [META.server]: serverInfo() },
  };
}
