import { TidemarkError } from "../../error.js";
import { uptime } from "../../host/clock.js";
import {
  brokeOff,
  colon,
  failure,
  late,
  post,
  printable,
  retry,
  type Server,
  ServerFailure,
  unreadable,
} from "../../host/http.js";
import { Watch } from "../../host/watch.js";
import { MAKER_KEY, type Maker, MODEL_KEY, type ModelServer, SERVERS } from "./model-server.js";
import type { Answer, LanguageModel, Question, Usage } from "./port.js";
import type { Protocol } from "./protocol.js";
import { Unreadable } from "./stream.js";

/** The question does not fit into the model's context. */
export class TooLong extends ServerFailure {}

// No token is that long on average: a server that sends more ignores its limit.
const MAX_CHARS_PER_TOKEN = 24;
// How long to wait for the usage after the end of an answer.
const USAGE_TIMEOUT_MS = 2_000;

/** A model behind a server. Retries while the server is busy and no text was passed on. */
export function servedModel(model: ModelServer, protocol: Protocol): LanguageModel {
  const { name, price, patience } = model;
  const server = httpServer(model);

  async function ask(question: Question, onText: (piece: string) => void = () => {}): Promise<Answer> {
    requireAnswerable(question);
    const { signal } = question;
    const end = uptime() + patience.total;
    const left = () => end - uptime();
    // A retry after the first piece would repeat it.
    let hasBegun = false;
    const passOn = (piece: string) => {
      hasBegun = true;
      onText(piece);
    };
    try {
      return await retry(
        { ...patience, left },
        signal,
        async () => {
          if (left() <= 0) throw late(server, "gave no answer within", patience.total);
          return attempt(question, passOn, new Watch(signal, left()));
        },
        ({ isPassing = false }) => isPassing && !hasBegun,
      );
    } catch (error) {
      if (signal?.aborted && (error === signal.reason || error instanceof ServerFailure))
        return { text: "", end: "stopped", usage: {} };
      throw error;
    }
  }

  /** Asks once. If the caller aborts, the answer is the text so far. */
  async function attempt(question: Question, onText: (piece: string) => void, watch: Watch): Promise<Answer> {
    let text = "";
    let usage: Usage = {};
    let end: "done" | "full" | undefined;
    const request = {
      path: protocol.path,
      headers: protocol.headers(server.key),
      body: () => protocol.body(question),
      timeouts: patience,
      adapt: (words: string) => protocol.adapt?.(words) ?? false,
    };
    try {
      for await (const piece of protocol.read(post(server, request, watch))) {
        if (watch.isStopped) break;
        if (piece.is === "error") throw brokenBy(server, model, piece.kind, piece.words);
        if (piece.is === "refused") throw declined(server, model, piece.words);
        if (piece.is === "usage") usage = mergeUsage(usage, piece.usage);
        if (piece.is === "end") {
          end = piece.end;
          watch.wait({ what: "was silent for", ms: Math.min(USAGE_TIMEOUT_MS, patience.silence) });
        }
        if (piece.is !== "text" || end !== undefined) continue;
        const room = question.most * MAX_CHARS_PER_TOKEN - text.length;
        const more = piece.text.slice(0, room);
        text += more;
        if (more !== "") onText(more);
        if (piece.text.length > room) end = "full";
        if (end !== undefined) break;
      }
    } catch (error) {
      const reason = error instanceof Unreadable ? unreadable(server, error.message) : error;
      // A broken connection after the end does not matter, and a stop is not an error.
      const isSettled = end !== undefined || watch.isStopped;
      if (!isSettled || !(reason instanceof ServerFailure)) throw reason;
    } finally {
      watch.end();
    }
    if (end !== undefined) return { text, end, usage };
    if (watch.isStopped) return { text, end: "stopped", usage };
    throw brokeOff(server);
  }

  return { name, price, ask };
}

/** A count that a later piece lacks stays known. */
function mergeUsage(one: Usage, other: Usage): Usage {
  return { asked: other.asked ?? one.asked, answered: other.answered ?? one.answered };
}

function requireAnswerable({ most, messages, system = "" }: Question): void {
  const isText = (value: unknown) => typeof value === "string";
  const isTurn = (turn: Question["messages"][number]) =>
    (turn?.role === "user" || turn?.role === "assistant") && isText(turn.content);
  if (!isText(system) || !Array.isArray(messages) || !messages.every(isTurn))
    throw new TidemarkError("bad-argument", "A question is messages of a user and an assistant, as texts.");
  if (!Number.isSafeInteger(most) || most < 1)
    throw new TidemarkError("bad-argument", "The longest answer has to be a number of tokens.");
}

const TOO_LONG =
  /context.{0,20}(?:length|window|size|limit)|too long|too many (?:input )?tokens|exceeds?.{0,40}context|(?:prompt|input|messages?).{0,60}exceeds?|maximum.{0,30}input/i;
const NO_MODEL =
  /model.{0,80}(?:not found|does not exist|not exist|unknown)|(?:unknown|invalid|no such) model/i;

function httpServer(model: ModelServer): Server {
  const { url, key, maker } = model;
  // A maker's own key goes to no other server.
  const own = url === SERVERS[maker] ? MAKER_KEY[maker] : undefined;
  const server: Server = {
    code: "model-failed",
    url,
    key,
    hint: {
      unreachable: UNREACHABLE[maker],
      late: "Try again, or with more patience.",
      unreadable: "Is this the address of a model's server, and no proxy in between?",
      key: `Look at ${own === undefined ? MODEL_KEY : `${own} or ${MODEL_KEY}`}.`,
      refused: () => `Is ${model.model} meant for conversations?`,
    },
    explain(status, words, said) {
      if (/insufficient_quota|credit balance|billing|exceeded your current quota/i.test(words))
        return failure(server, `wants to be paid first${colon(said)}`, {
          hint: "Look at your account there.",
        });
      if (status < 400 || status === 401 || status === 403) return undefined;
      if (status === 413 || ((status === 400 || status === 422) && TOO_LONG.test(words)))
        return tooLong(model, said);
      return status === 404 || NO_MODEL.test(words) ? unknownModel(server, model, said) : undefined;
    },
  };
  return server;
}

/** The server sent an error in the middle of an answer. */
function brokenBy(server: Server, model: ModelServer, kind: string, words: string): ServerFailure {
  const said = printable(server, words);
  if (TOO_LONG.test(words)) return tooLong(model, said);
  if (NO_MODEL.test(words)) return unknownModel(server, model, said);
  return failure(server, `broke off with an error${colon(said || printable(server, kind))}`, {
    hint: "Try again in a while.",
    isPassing: /overloaded|rate_limit|timeout|api_error|server_error|unavailable/i.test(kind),
  });
}

function declined(server: Server, { name }: ModelServer, words: string): ServerFailure {
  const message = `${name} declined to answer${colon(printable(server, words))}.`;
  return new ServerFailure(server.code, message, { hint: "Ask otherwise, or another model." });
}

function unknownModel(server: Server, { maker, model }: ModelServer, said: string): ServerFailure {
  const hint = maker === "ollama" ? `Fetch it: ollama pull ${model}` : UNKNOWN[maker];
  return failure(server, `knows no model ${model}${colon(said)}`, { hint });
}

function tooLong({ name }: ModelServer, said: string): ServerFailure {
  return new TooLong("model-failed", `More was sent than ${name} can hold${colon(said)}.`, {
    hint: "Send less: a smaller limit for the context, or compact the session first.",
  });
}

const UNREACHABLE: { readonly [maker in Maker]: string } = {
  anthropic: "Is there a network, and is the address right?",
  openai: "Is the server running, and its address right?",
  ollama: "Start Ollama: ollama serve",
};
const UNKNOWN = {
  anthropic: "Is the name right? See: https://docs.anthropic.com/en/docs/about-claude/models",
  openai: "Is the name right, and does the address end with its version, such as /v1?",
} as const;
