import { TidemarkError } from "../../error.js";
import type { Maker } from "../maker.js";
import { sayable } from "./sayable.js";
import type { ModelServer } from "./server.js";

/** More was sent than the model can hold. */
export class TooLong extends TidemarkError {}

/** Why one try failed, whether another may go better, and after how many milliseconds. */
export interface Failure {
  readonly error: TidemarkError;
  readonly isPassing: boolean;
  readonly pause?: number;
}

/** A failure on its way to whoever decides about another try. */
export class Failed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.error.message);
  }
}

const PASSING_KINDS = /overloaded|rate_limit|timeout|api_error|server_error|unavailable/i;
export const TOO_LONG =
  /context.{0,20}(?:length|window|size|limit)|too long|too many (?:input )?tokens|exceeds?.{0,40}context|(?:prompt|input|messages?).{0,60}exceeds?|maximum.{0,30}input/i;
export const NO_MODEL =
  /model.{0,80}(?:not found|does not exist|not exist|unknown)|(?:unknown|invalid|no such) model/i;
// What may be otherwise a moment later: the line broke. That nobody listens will be the same.
const BROKEN: readonly string[] = [
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** An error in the middle of an answer. */
export function brokenBy(server: ModelServer, kind: string, words: string): Failure {
  const said = sayable(server, words);
  if (TOO_LONG.test(words)) return { error: tooLong(server, said), isPassing: false };
  if (NO_MODEL.test(words)) return { error: unknownModel(server, said), isPassing: false };
  const message = `${server.host} broke off with an error${colon(said || sayable(server, kind))}.`;
  return { error: failed(message, "Try again in a while."), isPassing: PASSING_KINDS.test(kind) };
}

export function unreachable(server: ModelServer, cause: unknown): Failure {
  const code = codeOf(cause);
  const how = code === "" ? "" : ` (${code})`;
  const hint = /CERT|SELF_SIGNED|UNABLE_TO/.test(code)
    ? "Its certificate is not trusted here. Where a proxy is in between: NODE_EXTRA_CA_CERTS"
    : HINTS[server.maker](server.model).unreachable;
  return {
    error: failed(`${server.host} cannot be reached${how}.`, hint, cause),
    isPassing: BROKEN.includes(code),
  };
}

export function brokeOff(server: ModelServer, cause?: unknown): Failure {
  const error = failed(`${server.host} broke off in the middle of its answer.`, "Try again.", cause);
  return { error, isPassing: true };
}

export function unreadable(server: ModelServer, what: string): Failure {
  const hint = "Is this the address of a model's server, and no proxy in between?";
  return { error: failed(`${server.host} ${what}.`, hint), isPassing: false };
}

export function late(server: ModelServer, what: string, ms: number): Failure {
  const error = failed(`${server.host} ${what} ${ms / 1_000} seconds.`, "Try again, or with more patience.");
  return { error, isPassing: false };
}

export function declined(server: ModelServer, words: string): Failure {
  const error = failed(
    `${server.name} declined to answer${colon(sayable(server, words))}.`,
    "Ask otherwise, or another model.",
  );
  return { error, isPassing: false };
}

const HINTS: {
  readonly [maker in Maker]: (model: string) => { readonly unreachable: string; readonly unknown: string };
} = {
  anthropic: () => ({
    unreachable: "Is there a network, and is the address right?",
    unknown: "Is the name right? See: https://docs.anthropic.com/en/docs/about-claude/models",
  }),
  openai: () => ({
    unreachable: "Is the server running, and its address right?",
    unknown: "Is the name right, and does the address end with its version, such as /v1?",
  }),
  ollama: (model) => ({
    unreachable: "Start Ollama: ollama serve",
    unknown: `Fetch it: ollama pull ${model}`,
  }),
};

export function unknownModel(server: ModelServer, said: string): TidemarkError {
  const { host, maker, model } = server;
  return failed(`${host} knows no model ${model}${colon(said)}.`, HINTS[maker](model).unknown);
}

export function tooLong({ name }: ModelServer, said: string): TidemarkError {
  return new TooLong("model-failed", `More was sent than ${name} can hold${colon(said)}.`, {
    hint: "Send less: a smaller limit for the context, or compact the session first.",
  });
}

/** The error a person sees. */
export function failed(message: string, hint: string, cause?: unknown): TidemarkError {
  return new TidemarkError("model-failed", message, { hint, cause });
}

export function colon(said: string): string {
  return said === "" ? "" : `: ${said}`;
}

function codeOf(error: unknown): string {
  for (const one of [error, error instanceof Error ? error.cause : undefined]) {
    const code = one instanceof Error && "code" in one ? one.code : undefined;
    if (typeof code === "string") return code;
  }
  return "";
}
