import { type Fields, textOf } from "../agent/payload/fields.js";
import { composeFor } from "../brief/answer.js";
import { messageOf, TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { dataHome, type Env } from "../host/env.js";
import { noteError } from "../host/log.js";
import type { DecisionNode } from "../model/fold/decision/decision-tree.js";
import { activePins } from "../model/fold/declared/declared.js";
import { idStart } from "../model/fold/stamp.js";
import { decisionsOf } from "../project/decisions.js";
import { preferencesIn } from "../project/env.js";
import { clean, shorten } from "../render/clean.js";
import { sessionToResume } from "../session/resume.js";
import { localTime } from "../terminal/time.js";
import { type Answer, recorded } from "./answer.js";
import { type Arguments, argumentsOf } from "./argument.js";
import type { ToolName } from "./catalog.js";
import { inContext } from "./context.js";
import { CODE, ProtocolError } from "./message.js";
import { checkpoint } from "./tool/checkpoint.js";
import { focus } from "./tool/focus.js";
import { pin } from "./tool/pin.js";
import { profile, profileText } from "./tool/profile.js";
import { rate } from "./tool/rate.js";
import { recall, recallText } from "./tool/recall.js";
import { remember } from "./tool/remember.js";
import { session, sessionText } from "./tool/session.js";

/** The environment of the calling agent and its folder. */
export interface Caller {
  readonly env: Env;
  readonly cwd: string;
}

type Tool = (args: Fields, caller: Caller) => Promise<Answer>;

const TOOL: { readonly [name: string]: Tool } = {
  recall: tool("recall", recall),
  remember: tool("remember", remember),
  pin: tool("pin", pin),
  focus: tool("focus", focus),
  rate: tool("rate", rate),
  profile: tool("profile", profile),
  session: tool("session", session),
  checkpoint: tool("checkpoint", checkpoint),
};

function tool<N extends ToolName>(
  name: N,
  run: (args: Arguments<N>, caller: Caller) => Promise<Answer>,
): Tool {
  return (args, caller) => run(argumentsOf(name, args), caller);
}

/** The exports of this file, in a bundle that is loaded at the first call. */
export interface Work {
  callTool(name: string, args: Fields, caller: Caller): Promise<object>;
  readResource(uri: string, caller: Caller): Promise<object>;
  getPrompt(name: string, args: Fields, caller: Caller): Promise<object>;
}

const MAX_ERROR_CHARS = 600;
const MAX_TREES = 20;
const SESSION_URI = /^tidemark:\/\/session\/([\w.%-]{1,200})$/;

/** Errors of a tool are part of its result, so that the model can react to them. */
export async function callTool(name: string, args: Fields, caller: Caller): Promise<object> {
  try {
    const answer = await TOOL[name]?.(args, caller);
    if (answer === undefined) throw new Error(`no tool ${name}`);
    const { text, facts } = answer;
    // Some clients show this to the model instead of the text, so it contains the text.
    const structured = facts === undefined ? {} : { structuredContent: { ...facts, text } };
    return { content: [{ type: "text", text }], ...structured };
  } catch (error) {
    return { content: [{ type: "text", text: sentenceOf(error, name, caller) }], isError: true };
  }
}

export async function readResource(uri: string, caller: Caller): Promise<object> {
  const text = await orProtocolError("resource", caller, () => resourceText(uri, caller));
  if (text === undefined) throw new ProtocolError(CODE.params, "There is no such resource.", { uri });
  return { contents: [{ uri, mimeType: "text/plain", text }] };
}

export async function getPrompt(name: string, args: Fields, caller: Caller): Promise<object> {
  const text = await orProtocolError("prompt", caller, () => promptText(name, args, caller));
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

async function orProtocolError<T>(what: string, caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof TidemarkError && ["bad-argument", "not-found"].includes(error.code);
    throw new ProtocolError(isTheirs ? CODE.params : CODE.internal, sentenceOf(error, what, caller));
  }
}

/** One line with the error and the next step. Defects are noted in the log and only mentioned. */
function sentenceOf(error: unknown, tool: string, { env }: Caller): string {
  if (error instanceof TidemarkError) {
    const { message, hint } = error;
    return shorten(clean(hint === undefined ? message : `${message} ${hint}`), MAX_ERROR_CHARS);
  }
  noteError(dataHome(env), { at: now(), agent: "mcp", hook: tool, error: messageOf(error) });
  return "Tidemark failed here, which is a defect of its own. Go on without it; `tidemark doctor` shows what happened.";
}

/** The text of a prompt, in the user's name. */
async function promptText(name: string, args: Fields, caller: Caller): Promise<string> {
  if (name === "recall") {
    const query = textOf(args["query"]);
    if (query === undefined) throw new TidemarkError("bad-argument", '"query" is missing.');
    const found = await recallText(query, caller);
    return `${found}\n\nAnswer from what was recorded, and say where nothing was found.`;
  }
  const isHandover = name === "handover";
  const brief = await briefFor(isHandover, textOf(args["session"]), caller);
  const task = isHandover
    ? "Take this work over: check that the files are as told, say in two sentences where it stands, then go on with what comes next."
    : "Say in two sentences where the work stands, then go on with what comes next.";
  return `${brief}\n\n${task}`;
}

/** The brief of a new session; a handover's also says that the work was done elsewhere. */
function briefFor(isHandover: boolean, named: string | undefined, caller: Caller): Promise<string> {
  return inContext(caller, (context) => {
    const { store, project, place, env, now, speaker } = context;
    const resume = isHandover ? sessionToResume(context, named, now).session : undefined;
    const asker = {
      project,
      session: speaker?.session ?? "",
      source: "startup",
      now,
      branch: place.branch,
      resume,
    };
    return composeFor(store, { ...asker, checkout: { place, env }, ...preferencesIn(env) }).text;
  });
}

/** Undefined if there is no such resource. */
async function resourceText(uri: string, caller: Caller): Promise<string | undefined> {
  switch (uri) {
    case "tidemark://state":
      return sessionText("state", undefined, caller);
    case "tidemark://sessions":
      return sessionText("list", undefined, caller);
    case "tidemark://decisions":
      return decisions(caller);
    case "tidemark://pins":
      return pins(caller);
    case "tidemark://profile":
      return profileText(caller);
  }
  const [, id] = SESSION_URI.exec(uri) ?? [];
  return id === undefined ? undefined : sessionText("show", id, caller);
}

function pins(caller: Caller): Promise<string> {
  return inContext(caller, ({ store, project, now }) => {
    const state = store.project(project);
    const lines = (state === undefined ? [] : activePins(state, now)).map(
      ({ id, text, priority, expires }) => {
        const end = expires === undefined ? "" : `, until ${localTime(expires)}`;
        return `${idStart(id)} (${priority}${end}): ${text}`;
      },
    );
    return lines.length === 0
      ? "Nothing is pinned here."
      : recorded("What every session here is told:", lines);
  });
}

function decisions(caller: Caller): Promise<string> {
  return inContext(caller, (context) => {
    const { lines } = decisionsOf(context, { limit: MAX_TREES });
    const trees = lines.flatMap(({ groups }) => groups.flatMap((group) => group.trees));
    if (trees.length === 0) return "Nothing was decided here yet.";
    const head = "What was decided here; what took the place of another stands below it:";
    return recorded(
      head,
      trees.flatMap((tree) => treeLines(tree, "")),
    );
  });
}

function treeLines(node: DecisionNode, indent: string): string[] {
  const { id, choice, reason, rejected, isCurrent, children } = node;
  const why = reason === undefined ? "" : `, because ${reason}`;
  const not = rejected.length === 0 ? "" : ` (rejected: ${rejected.join(", ")})`;
  return [
    `${indent}${isCurrent ? "" : "no longer: "}${choice}${why}${not} [${idStart(id)}]`,
    ...children.flatMap((child) => treeLines(child, `${indent}  `)),
  ];
}
