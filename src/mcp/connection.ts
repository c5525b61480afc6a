import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fields, fieldsOf, listOf, textOf } from "../agent/payload/fields.js";
import type { Env } from "../host/env.js";
import { PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "./catalog.js";
import { type CutLine, MAX_LINE } from "./line-reader.js";
import { CODE, type Id, isProtocolError, type Message, ProtocolError, readMessage } from "./message.js";
import { discovered, initialized, isCurrent, withMetadata } from "./protocol.js";
import type { Caller, Work } from "./work.js";

export interface Connection {
  /** Resolves when the line is answered; never rejects. */
  receive(line: string): Promise<void>;
  /** Answers a line that is too long. */
  refuse(line: CutLine): void;
}

interface ConnectionOptions {
  readonly env: Env;
  readonly cwd: string;
  send(message: object): void;
  /** Loads the tools at the first call, so that an unused server costs little. */
  load(): Promise<Work>;
}

const ROOTS_TIMEOUT_MS = 1_000;
const ROOTS_ID = "tidemark-roots";
const MAX_BATCH = 100;

export function connect({ env, cwd, send, load }: ConnectionOptions): Connection {
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
      const hasMetadata = method !== "initialize" && isCurrent(params);
      const result = await resultOf(method, params);
      return { jsonrpc: "2.0", id, result: hasMetadata ? withMetadata(method, result) : result };
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
        if (message.id === ROOTS_ID) roots.answered(message.result);
        return undefined;
      case "nonsense":
        return refusal(message.id, new ProtocolError(CODE.request, "This is no JSON-RPC request."));
    }
  }

  return {
    refuse(line) {
      const why = `This message is longer than ${MAX_LINE}, which is the most that is taken.`;
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
      // One older revision has batches, which are answered together.
      if (!Array.isArray(value) || value.length === 0) {
        const reply = await take(value);
        if (reply !== undefined) send(reply);
        return;
      }
      const replies = await Promise.all(value.slice(0, MAX_BATCH).map(take));
      const answers = replies.filter((reply) => reply !== undefined);
      if (answers.length > 0) send(answers);
    },
  };
}

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

/** The folders of the client, requested once, and again after they changed. */
function rootsOf(send: (message: object) => void) {
  let isOffered = false;
  let asked: Promise<readonly string[]> | undefined;
  let settle: (roots: readonly string[]) => void = () => {};

  function request(): Promise<readonly string[]> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve([]), ROOTS_TIMEOUT_MS);
      settle = (roots) => {
        clearTimeout(timer);
        resolve(roots);
      };
      send({ jsonrpc: "2.0", id: ROOTS_ID, method: "roots/list" });
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
    return undefined; // On another host, or not a valid URI.
  }
}

/** The folder the client was started in if it is in one of its roots, or else the first root. */
function folderAmong(roots: readonly string[], cwd: string): string {
  const isAmong = roots.some(
    (root) => cwd === root || cwd.startsWith(root.endsWith(sep) ? root : root + sep),
  );
  return isAmong ? cwd : (roots[0] ?? cwd);
}

const OTHERS = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,100}"`;
const NAMED = String.raw`"id"\s*:\s*("[^"\\]{1,200}"|-?\d{1,15})`;
// Only the id of the request itself: inside of its parameters there is a bracket between.
const AT_START = new RegExp(String.raw`^\s*\{\s*(?:${OTHERS}\s*,\s*){0,2}${NAMED}\s*,`);
const AT_END = new RegExp(String.raw`,\s*${NAMED}\s*(?:,\s*${OTHERS}\s*){0,2}\}\s*$`);

/** The id of a request of which only both ends are known, if it is in one of them. */
function cutId({ start, end }: CutLine): Id | null {
  if (!start.trimStart().startsWith("{")) return null;
  const [, text] = AT_START.exec(start) ?? AT_END.exec(end) ?? [];
  if (text === undefined) return null;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
