import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { CAP } from "../capture/bound.js";
import { TidemarkError } from "../error.js";
import { now } from "../host/clock.js";
import { newId } from "../host/device.js";
import { type Env, hostEnv, requireWholeHome } from "../host/env.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { statusOf } from "../model/fold/session/status.js";
import { findSession } from "../project/open.js";
import { tagSession } from "../project/tag.js";
import { askRecall, chosenSimilarity } from "../recall/ask-recall.js";
import {
  optional,
  requireCount,
  requireFlag,
  requireOptions,
  requireText,
  requireTexts,
  wrong,
} from "./check.js";
import { declareIn } from "./message/declare-in.js";
import { forkSession } from "./message/fork-session.js";
import { openWorkspace, type Workspace } from "./message/workspace.js";
import { readCounter, requireModel } from "./read-options.js";
import { type Opening, openSession } from "./session.js";
import { type Closing, keepInside } from "./session-inside.js";
import type { Recalled, SessionInfo, Sessions, Tidemark, TidemarkOptions } from "./tidemark.js";

const OPTIONS = ["project", "home", "agent", "model", "tokens", "durable"] as const;

/** Opens the memory of a project for a program. */
export function openTidemark(wanted?: TidemarkOptions): Tidemark {
  const options: TidemarkOptions = requireOptions(wanted, "The options of openTidemark", OPTIONS);
  const { project = process.cwd(), agent = "library", model, tokens } = options;
  const durable = requireFlag(options.durable ?? false, "durable");
  readCounter(tokens);
  if (model !== undefined) requireModel(model);
  const workspace = openWorkspace(envOf(options.home), readFolder(project), readAgent(agent), { durable });
  const declare = declareIn(workspace, "");
  const closing: Closing = new Set();
  const close = () => {
    for (const act of closing) act();
    workspace.close();
  };
  return {
    project: workspace.project,
    sessions: openSessions(workspace, options, closing),
    async recall(question, asked) {
      const { limit } = requireOptions(asked, "The options of recall", ["limit"]);
      return recallIn(workspace, requireText(question, "A question"), optional(requireCount, limit, "limit"));
    },
    pin: (text) => declare.pin(requireText(text, "What is pinned", CAP.pin)),
    close,
    [Symbol.dispose]: close,
  };
}

async function recallIn(workspace: Workspace, query: string, limit: number | undefined): Promise<Recalled[]> {
  const { env } = workspace;
  // Fails before the search is prepared if the workspace is closed.
  workspace.opened();
  const similarity = await chosenSimilarity(workspace, env, query);
  const { memories } = askRecall({ ...workspace.opened(), env }, { query, now: now(), limit }, similarity);
  return memories.map(({ id, kind, text, session, at }) => ({ id, kind, text, session, at }));
}

function envOf(home: string | undefined): Env {
  if (home === undefined) {
    requireWholeHome(hostEnv());
    return hostEnv();
  }
  const folder = requireText(home, "The data folder");
  if (isAbsolute(folder) && !folder.includes("\0")) return { ...hostEnv(), TIDEMARK_HOME: resolve(folder) };
  throw wrong(
    `home is "${folder.slice(0, 80)}", which is no whole path.`,
    "Name the data folder from the root on: every folder that the program is started in would have one of its own otherwise.",
  );
}

function readFolder(project: string): string {
  const folder = resolve(requireText(project, "The folder of the project"));
  if (!folder.includes("\0") && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw wrong(`There is no folder ${folder}.`, "Give the folder that the work is in as project.");
}

function readAgent(agent: string): string {
  const name = requireText(agent, "The name of an agent").trim();
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@/-]{0,59}$/u.test(name)) return name;
  throw wrong(
    `"${name.slice(0, 80)}" is no name for an agent.`,
    "Use letters, digits, blanks and . _ @ / -, 60 characters at most.",
  );
}

/** The sessions of one agent in one project. */
function openSessions(workspace: Workspace, options: TidemarkOptions, closing: Closing): Sessions {
  const { project, agent } = workspace;
  /** Starts sessions that are named before anything has happened in them. */
  const silent = new Map<string, () => void>();
  const find = (id: string): SessionState => {
    const name = requireText(id, "The id of a session");
    silent.get(name)?.();
    const found = findSession(workspace.opened(), name);
    if (found.project === project) return found;
    throw new TidemarkError("not-found", `The session "${name}" is of another project.`, {
      hint: "Open that project: openTidemark({ project: FOLDER }).",
    });
  };
  const opened = (id: string, opening: Opening) => {
    const session = openSession(workspace, id, options, opening);
    keepInside(session, { closing, redact: workspace.redact });
    return session;
  };
  const resume = (id: string) => opened(id, { source: "resume" });
  return {
    create(wanted) {
      const { title } = requireOptions(wanted, "The options of a session", ["title"]);
      workspace.requireOpen();
      const id = newId(now());
      const session = opened(id, {
        source: "startup",
        title: optional(requireText, title, "The title of a session", CAP.name),
        onStart: () => silent.delete(id),
      });
      silent.set(id, session.start);
      return session;
    },
    resumeLast() {
      const [last] = workspace.store().sessions({ project, agent, limit: 1 });
      return last === undefined ? undefined : resume(last.session);
    },
    open: (id) => resume(find(id).session),
    list(filter) {
      const known = ["tag", "limit", "everyone"] as const;
      const { tag, limit, everyone } = requireOptions(filter, "The filter of a list", known);
      const states = workspace.store().sessions({
        project,
        agent: everyone ? undefined : agent,
        tag: optional(requireText, tag, "A tag")?.trim().toLowerCase(),
        limit: optional(requireCount, limit, "The limit of a list"),
      });
      return states.map(infoOf);
    },
    tag(id, change) {
      const { add, remove } = requireOptions(change, "The change of tags", ["add", "remove"]);
      const { session } = find(id);
      return tagSession(workspace.opened(), session, {
        add: optional(requireTexts, add, "the tags to add"),
        remove: optional(requireTexts, remove, "the tags to remove"),
      }).tags;
    },
    branch(id, wanted) {
      const { at, name } = requireOptions(wanted, "The options of a branch", ["at", "name"]);
      const forked = forkSession(workspace, find(id), {
        at: optional(requireText, at, "The id of a message"),
        name: optional(requireText, name, "The name of a branch of work"),
      });
      return opened(forked, {});
    },
  };
}

function infoOf(state: SessionState): SessionInfo {
  const { session: id, agent, startedAt, lastAt, messages, tags = [], forked } = state;
  return {
    id,
    agent,
    status: statusOf(state, now(), isAlive(state.pid, state.pidSince)),
    startedAt,
    lastAt,
    messages: messages?.count ?? 0,
    title: state.title ?? state.work.request ?? "",
    tags,
    from: forked?.from,
  };
}
