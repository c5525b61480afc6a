import { type Fields, textOf } from "../agent/payload/fields.js";
import { messageOf, TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { dataHome, type Env } from "../host/env.js";
import { noteError } from "../host/log.js";
import { clean, shorten } from "../render/clean.js";
import type { Answer } from "./answer.js";
import { CODE, ProtocolError } from "./message.js";
import { promptText } from "./prompt.js";
import { resourceText } from "./resource.js";
import { checkpoint } from "./tool/checkpoint.js";
import { focus } from "./tool/focus.js";
import { pin } from "./tool/pin.js";
import { profile } from "./tool/profile.js";
import { rate } from "./tool/rate.js";
import { recall } from "./tool/recall.js";
import { remember } from "./tool/remember.js";
import { session } from "./tool/session.js";

/** Who calls: the environment of its agent, and the folder it works in. */
export interface Caller {
  readonly env: Env;
  readonly cwd: string;
}

type Tool = (args: Fields, caller: Caller) => Answer | Promise<Answer>;

const TOOL: { readonly [name: string]: Tool } = {
  recall,
  remember,
  pin,
  focus,
  rate,
  profile,
  session,
  checkpoint,
};

/** What the server does when it is called. In a bundle of its own: a server that is never called never loads it. */
export interface Work {
  callTool(name: string, args: Fields, caller: Caller): Promise<object>;
  readResource(uri: string, caller: Caller): Promise<object>;
  getPrompt(name: string, args: Fields, caller: Caller): Promise<object>;
}

const LONGEST_ERROR = 600;
const ASKED_WRONGLY: ReadonlySet<TidemarkError["code"]> = new Set(["bad-argument", "not-found"]);

/** Whatever goes wrong in a tool is told to the model, which can act on it. */
export async function callTool(name: string, args: Fields, caller: Caller): Promise<object> {
  try {
    const answer = await TOOL[name]?.(args, caller);
    if (answer === undefined) throw new Error(`no tool ${name}`);
    const { text, facts } = answer;
    // Some clients show the model this in place of the text, so that it is never less.
    const structured = facts === undefined ? {} : { structuredContent: { ...facts, text } };
    return { content: [{ type: "text", text }], ...structured };
  } catch (error) {
    return { content: [{ type: "text", text: sentenceOf(error, name, caller) }], isError: true };
  }
}

export async function readResource(uri: string, caller: Caller): Promise<object> {
  const text = await orRefused("resource", caller, () => resourceText(uri, caller));
  if (text === undefined) throw new ProtocolError(CODE.params, "There is no such resource.", { uri });
  return { contents: [{ uri, mimeType: "text/plain", text }] };
}

export async function getPrompt(name: string, args: Fields, caller: Caller): Promise<object> {
  const named = { query: textOf(args["query"]), session: textOf(args["session"]) };
  const text = await orRefused("prompt", caller, () => promptText(name, named, caller));
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

async function orRefused<T>(what: string, caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof TidemarkError && ASKED_WRONGLY.has(error.code);
    throw new ProtocolError(isTheirs ? CODE.params : CODE.internal, sentenceOf(error, what, caller));
  }
}

/** What happened and what to do, in one line. What is a defect of ours is noted, and only named. */
function sentenceOf(error: unknown, tool: string, { env }: Caller): string {
  if (error instanceof TidemarkError) {
    const { message, hint } = error;
    return shorten(clean(hint === undefined ? message : `${message} ${hint}`), LONGEST_ERROR);
  }
  noteError(dataHome(env), { at: now(), agent: "mcp", hook: tool, error: messageOf(error) });
  return "Tidemark failed here, which is a defect of its own. Go on without it; `tidemark doctor` shows what happened.";
}
