import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fields, fieldsOf, listOf, textOf } from "../agent/payload/fields.js";
import type { Env } from "../host/env.js";
import { PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "./catalog.js";
import { type CutLine, LONGEST_LINE } from "./line-reader.js";
import { CODE, type Id, isProtocolError, type Message, ProtocolError, readMessage } from "./message.js";
import { discovered, initialized, isPresent, stamped } from "./protocol.js";
import type { Caller, Work } from "./work.js";

export interface Connection {
  /** Takes one line of the client's. Resolves when it is answered; never rejects. */
  receive(line: string): Promise<void>;
  /** Answers a line that is too long to be taken. */
  refuse(line: CutLine): void;
}

export interface Surroundings {
  readonly env: Env;
  readonly cwd: string;
  send(message: object): void;
  /** Loads what the tools do, at the first call: a server that is only started must cost next to nothing. */
  load(): Promise<Work>;
}

/** A client that says it has roots answers at once, or it does not mean to. */
const ROOTS_WITHIN = 1_000;
const ROOTS = "tidemark-roots";

/** One client, from its first line to its last. */
export function connect({ env, cwd, send, load }: Surroundings): Connection {
  const roots = rootsOf(send);

  async function caller(): Promise<Caller> {
    return { env, cwd: folderAmong(await roots.ask(), cwd) };
  }

  async function resultOf(method: string, params: Fields): Promise<object> {
    switch (method) {
      case "initialize":
        roots.offered("roots" in fieldsOf(params["capabilities"]));
        return initialized(params);
      case "server/discover":
        return discovered();
      case "ping":
        return {};
      case "tools/list":
        return { tools: TOOLS };
      case "resources/list":
        return { resources: RESOURCES };
      case "resources/templates/list":
        return { resourceTemplates: TEMPLATES };
      case "prompts/list":
        return { prompts: PROMPTS };
      case "tools/call": {
        const name = known(TOOLS, textOf(params["name"]), "tool");
        return (await load()).callTool(name, fieldsOf(params["arguments"]), await caller());
      }
      case "resources/read": {
        const uri = textOf(params["uri"]) ?? "";
        return (await load()).readResource(uri, await caller());
      }
      case "prompts/get": {
        const name = known(PROMPTS, textOf(params["name"]), "prompt");
        return (await load()).getPrompt(name, fieldsOf(params["arguments"]), await caller());
      }
      default:
        throw new ProtocolError(CODE.method, "There is no such method.");
    }
  }

  async function answer({ id, method, params }: Message & { is: "request" }): Promise<object> {
    try {
      const isStamped = method !== "initialize" && isPresent(params);
      const result = await resultOf(method, params);
      return { jsonrpc: "2.0", id, result: isStamped ? stamped(method, result) : result };
    } catch (error) {
      return refusal(id, error);
    }
  }

  async function take(value: unknown): Promise<object | undefined> {
    const message = readMessage(value);
    switch (message.is) {
      case "request":
        return answer(message);
      case "notification":
        if (message.method === "notifications/roots/list_changed") roots.forget();
        return undefined;
      case "response":
        if (message.id === ROOTS) roots.answered(message.result);
        return undefined;
      case "nonsense":
        return refusal(message.id, new ProtocolError(CODE.request, "This is no JSON-RPC request."));
    }
  }

  return {
    refuse(line) {
      const why = `This message is longer than ${LONGEST_LINE}, which is the most that is taken.`;
      send(refusal(cutId(line), new ProtocolError(CODE.request, why)));
    },

    async receive(line) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        send(refusal(null, new ProtocolError(CODE.parse, "This line is no JSON.")));
        return;
      }
      // One older revision has batches: their answers go out together.
      if (!Array.isArray(value) || value.length === 0) {
        const reply = await take(value);
        if (reply !== undefined) send(reply);
        return;
      }
      const replies = await Promise.all(value.slice(0, MOST_IN_BATCH).map(take));
      const said = replies.filter((reply) => reply !== undefined);
      if (said.length > 0) send(said);
    },
  };
}

const MOST_IN_BATCH = 100;

function refusal(id: Id | null, error: unknown): object {
  const { code, message, data } = isProtocolError(error)
    ? error
    : { code: CODE.internal, message: "Tidemark failed; tidemark doctor says more.", data: undefined };
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}

function known(cards: readonly { readonly name: string }[], name: string | undefined, what: string): string {
  const found = cards.find((card) => card.name === name);
  if (found !== undefined) return found.name;
  const names = cards.map((card) => card.name).join(", ");
  throw new ProtocolError(CODE.params, `There is no such ${what}. Known: ${names}.`);
}

/** The folders the client works in, asked for once, and again after they changed. */
function rootsOf(send: (message: object) => void) {
  let isOffered = false;
  let asked: Promise<readonly string[]> | undefined;
  let settle: (roots: readonly string[]) => void = () => {};

  function request(): Promise<readonly string[]> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve([]), ROOTS_WITHIN);
      settle = (roots) => {
        clearTimeout(timer);
        resolve(roots);
      };
      send({ jsonrpc: "2.0", id: ROOTS, method: "roots/list" });
    });
  }

  return {
    offered(is: boolean) {
      isOffered = is;
      asked = undefined;
    },
    forget() {
      asked = undefined;
    },
    answered(result: Fields | undefined) {
      settle(listOf(result?.["roots"]).flatMap((root) => pathOf(textOf(fieldsOf(root)["uri"])) ?? []));
    },
    ask(): Promise<readonly string[]> {
      if (!isOffered) return Promise.resolve([]);
      asked ??= request();
      return asked;
    },
  };
}

function pathOf(uri: string | undefined): string | undefined {
  try {
    return uri?.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined; // A root elsewhere, or none at all.
  }
}

/** Where the client was started, if that is in one of its roots; else the first of these. */
function folderAmong(roots: readonly string[], cwd: string): string {
  const isAmong = roots.some(
    (root) => cwd === root || cwd.startsWith(root.endsWith(sep) ? root : root + sep),
  );
  return isAmong ? cwd : (roots[0] ?? cwd);
}

const OTHERS = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,100}"`;
const NAMED = String.raw`"id"\s*:\s*("[^"\\]{1,200}"|-?\d{1,15})`;
// Only the request's own: what stands inside of its parameters has a bracket between.
const AT_START = new RegExp(String.raw`^\s*\{\s*(?:${OTHERS}\s*,\s*){0,2}${NAMED}\s*,`);
const AT_END = new RegExp(String.raw`,\s*${NAMED}\s*(?:,\s*${OTHERS}\s*){0,2}\}\s*$`);

/** The id of a request of which only both ends are known; null where it stands in neither. */
function cutId({ start, end }: CutLine): Id | null {
  if (!start.trimStart().startsWith("{")) return null;
  const [, text] = AT_START.exec(start) ?? AT_END.exec(end) ?? [];
  if (text === undefined) return null;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
