import { type Fields, textOf } from "../agent/payload/fields.js";
import { tell } from "../brief/answer.js";
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
import { atDesk } from "./desk.js";
import { CODE, ProtocolError } from "./message.js";
import { checkpoint } from "./tool/checkpoint.js";
import { focus } from "./tool/focus.js";
import { pin } from "./tool/pin.js";
import { profile, profileText } from "./tool/profile.js";
import { rate } from "./tool/rate.js";
import { recall, recallText } from "./tool/recall.js";
import { remember } from "./tool/remember.js";
import { session, sessionText } from "./tool/session.js";

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

interface PromptArguments {
  readonly query: string | undefined;
  readonly session: string | undefined;
}

/** What a prompt of ours says to the model, in the user's name. */
async function promptText(
  name: string,
  { query, session }: PromptArguments,
  caller: Caller,
): Promise<string> {
  if (name === "recall") {
    if (query === undefined) throw new TidemarkError("bad-argument", '"query" is missing.');
    const found = await recallText(query, caller);
    return `${found}\n\nAnswer from what was recorded, and say where nothing was found.`;
  }
  const told = await standing(name === "handover", session, caller);
  const wish =
    name === "handover"
      ? "Take this work over: check that the files are as told, say in two sentences where it stands, then go on with what comes next."
      : "Say in two sentences where the work stands, then go on with what comes next.";
  return `${told}\n\n${wish}`;
}

/** Where the work stands, as a new session would be told; of a handover's, that it was done elsewhere, too. */
function standing(isHandover: boolean, named: string | undefined, caller: Caller): Promise<string> {
  return atDesk(caller, (desk) => {
    const { store, project, place, env, now, speaker } = desk;
    const resume = isHandover ? { resume: sessionToResume(desk, named, now).session } : {};
    const asker = {
      project,
      session: speaker?.session ?? "",
      source: "startup",
      now,
      ground: { place, env },
    };
    const branch = place.branch === undefined ? {} : { branch: place.branch };
    return tell(store, { ...asker, ...branch, ...resume, ...preferencesIn(env) }).text;
  });
}

const MOST_TREES = 20;
const SESSION = /^tidemark:\/\/session\/([\w.%-]{1,200})$/;

/** What stands under an address, or undefined where nothing does. */
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
  const [, id] = SESSION.exec(uri) ?? [];
  return id === undefined ? undefined : sessionText("show", id, caller);
}

function pins(caller: Caller): Promise<string> {
  return atDesk(caller, ({ store, project, now }) => {
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
  return atDesk(caller, (desk) => {
    const { lines } = decisionsOf(desk, { limit: MOST_TREES });
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
