import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { isLoopback, readAddress, serverIn } from "../../host/server-address.js";
import type { Price } from "./port.js";

/** The maker of a protocol. */
export type Maker = "anthropic" | "openai" | "ollama";

/** Default addresses. */
export const SERVERS = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434",
} as const;

/** The variable for the key of any model, and those of the makers. */
export const MODEL_KEY = "TIDEMARK_MODEL_KEY";
export const MAKER_KEY = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  ollama: undefined,
} as const;

/** Timeouts of a server in milliseconds, and how often to ask it. */
export interface Patience {
  /** Until the server begins to answer. */
  readonly connect: number;
  /** From there to the first byte. */
  readonly first: number;
  /** Between two bytes. */
  readonly silence: number;
  /** For all tries and pauses together. */
  readonly total: number;
  readonly tries: number;
  /** Pause before the second try; doubled for each further one, unless the server asks for another. */
  readonly backoff: number;
}

export interface ModelOptions {
  readonly model: string;
  /** Includes the version for `openai`, as in `https://api.openai.com/v1`. */
  readonly url?: string;
  /** Defaults to the key in the environment. */
  readonly key?: string;
  readonly price?: Price;
  readonly patience?: Partial<Patience>;
}

/** A model and its server, checked. */
export interface ModelServer {
  readonly maker: Maker;
  readonly model: string;
  readonly name: string;
  readonly url: string;
  readonly host: string;
  readonly key: string | undefined;
  readonly price: Price | undefined;
  readonly patience: Patience;
}

const DEFAULT_PATIENCE: Patience = {
  connect: 60_000,
  first: 60_000,
  silence: 60_000,
  total: 600_000,
  tries: 4,
  backoff: 1_000,
};
// Ollama does not answer until it has loaded the model.
const OLLAMA_CONNECT_MS = 240_000;

/** Checks the options of a program or a user. */
export function serverFor(maker: Maker, options: ModelOptions, env: Env): ModelServer {
  requireOptions(options);
  const { model, price, patience = {} } = options;
  if (typeof model !== "string" || !/^[!-~]+$/.test(model) || model.length > 200)
    throw new TidemarkError("bad-argument", `"${String(model).slice(0, 100)}" is no name of a model.`);
  const url = urlFor(maker, options.url, env);
  const address = new URL(url);
  const isLocal = maker === "ollama" && isLoopback(address) && !/[:-]cloud$/.test(model);
  return {
    maker,
    model,
    name: `${maker}:${model}${serverIn(url, SERVERS[maker])}`,
    url,
    host: address.host,
    key: keyFor(maker, url, options.key, env),
    price: price === undefined ? (isLocal ? { in: 0, out: 0 } : undefined) : readPrice(price),
    patience: {
      ...DEFAULT_PATIENCE,
      ...(maker === "ollama" ? { connect: OLLAMA_CONNECT_MS } : {}),
      ...readPatience(patience),
    },
  };
}

function requireOptions(options: unknown): void {
  const { key, url }: { key?: unknown; url?: unknown } =
    typeof options === "object" && options !== null ? options : { key: 0 };
  if ([key, url].some((value) => value !== undefined && typeof value !== "string"))
    throw new TidemarkError("bad-argument", "A model takes its name, and its key and address as texts.");
}

export function readPrice(value: unknown): Price {
  const { in: asked, out: answered }: { in?: unknown; out?: unknown } =
    typeof value === "object" && value !== null ? value : {};
  if (!isAmount(asked) || !isAmount(answered)) {
    throw new TidemarkError("bad-argument", "The price of the model must be two amounts, in and out.", {
      hint: 'Write the dollars for a million tokens read and written: {"in": 3, "out": 15}',
    });
  }
  return { in: asked, out: answered };
}

function readPatience(patience: Partial<Patience>): Partial<Patience> {
  for (const [name, value] of Object.entries(patience))
    if (!isAmount(value) || (name === "tries" && value < 1))
      throw new TidemarkError("bad-argument", `The patience "${name.slice(0, 40)}" is no number to wait by.`);
  return patience;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function urlFor(maker: Maker, given: string | undefined, env: Env): string {
  const chosen = given ?? (maker === "ollama" ? ollamaHost(env) : undefined);
  if (chosen === undefined) return SERVERS[maker];
  const url = readAddress(chosen, { what: "model", keyIn: MODEL_KEY });
  // Other clients of Anthropic expect the version in the address.
  return maker === "anthropic" ? url.replace(/\/v1$/, "") : url;
}

/** Reads Ollama's own variable: a host, a port, both, or a URL. It may be the server's listen address. */
function ollamaHost(env: Env): string | undefined {
  const said = env["OLLAMA_HOST"]?.trim();
  if (!said) return undefined;
  const text = /^https?:\/\//.test(said)
    ? said
    : `http://${said.startsWith(":") ? `127.0.0.1${said}` : said}`;
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  if (url.port === "" && !/^https?:\/\//.test(said)) url.port = "11434";
  return url.href;
}

/** A maker's own key goes only to that maker. Ollama needs no key, so it never gets one without https. */
function keyFor(maker: Maker, url: string, given: string | undefined, env: Env): string | undefined {
  const isSafe = isLoopback(new URL(url)) || url.startsWith("https:");
  const own = MAKER_KEY[maker];
  const general = maker === "ollama" && !url.startsWith("https:") ? undefined : env[MODEL_KEY];
  const key =
    (given || general || (own && url === SERVERS[maker] ? env[own] : undefined))?.trim() || undefined;
  if (key === undefined) {
    if (own === undefined || url !== SERVERS[maker]) return undefined;
    throw new TidemarkError("model-failed", `There is no key for ${new URL(url).host}.`, {
      hint: `Set ${own}, or ${MODEL_KEY}.`,
    });
  }
  // The error for an invalid header would repeat the key.
  if (!/^[!-~]+$/.test(key)) {
    throw new TidemarkError("bad-argument", "The key of the model has characters in it that no key has.", {
      hint: `Look at ${given ? "the key you gave" : MODEL_KEY}${given || !own ? "" : ` or ${own}`}.`,
    });
  }
  if (!isSafe) {
    throw new TidemarkError("bad-argument", `The key would go to ${new URL(url).host} for all to read.`, {
      hint: `Use an address with https, or unset ${MODEL_KEY} where the server wants none.`,
    });
  }
  return key;
}
