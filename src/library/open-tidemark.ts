import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { CAP } from "../capture/bound.js";
import { now } from "../host/clock.js";
import { newId } from "../host/device.js";
import { type Env, hostEnv, requireWholeHome } from "../host/env.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { statusOf } from "../model/fold/session/status.js";
import { tagSession } from "../project/tag.js";
import { requireCount, requireFlag, requireOptions, requireText, requireTexts, wrong } from "./check.js";
import { declareIn } from "./message/declare-in.js";
import { findOwnSession } from "./message/find-own-session.js";
import { forkSession } from "./message/fork-session.js";
import type { Ground } from "./message/ground.js";
import { openGround } from "./message/ground.js";
import { recallFor } from "./message/recall-for.js";
import { readCounter, requireModel } from "./read-wish.js";
import { type Opening, openSession } from "./session.js";
import type { Closing } from "./session-inside.js";
import { keepInside } from "./session-inside.js";
import type { SessionInfo, Sessions, Tidemark, TidemarkOptions } from "./tidemark.js";

const OPTIONS = ["project", "home", "agent", "model", "tokens", "durable"] as const;
const AGENT = "library";
const AGENT_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@/-]{0,59}$/u;

/** Opens the memory of a project for a program of one's own. */
export function openTidemark(wanted?: TidemarkOptions): Tidemark {
  const options: TidemarkOptions = requireOptions(wanted, "The options of openTidemark", OPTIONS);
  const { project = process.cwd(), agent = AGENT, model, tokens } = options;
  const durable = requireFlag(options.durable ?? false, "durable");
  readCounter(tokens);
  if (model !== undefined) requireModel(model);
  const env = envOf(options.home);
  const ground = openGround(env, readFolder(project), readAgent(agent), { durable });
  const declare = declareIn(ground, "");
  const closing: Closing = new Set();
  const close = () => {
    for (const act of closing) act();
    ground.close();
  };
  return {
    project: ground.project,
    sessions: openSessions(ground, options, closing),
    async recall(question, asked) {
      const { limit } = requireOptions(asked, "The options of recall", ["limit"]);
      const query = requireText(question, "A question");
      return recallFor(ground, query, {
        limit: limit === undefined ? undefined : requireCount(limit, "limit"),
      });
    },
    pin: (text) => declare.pin(requireText(text, "What is pinned", CAP.pin)),
    close,
    [Symbol.dispose]: close,
  };
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
  if (AGENT_NAME.test(name)) return name;
  throw wrong(
    `"${name.slice(0, 80)}" is no name for an agent.`,
    "Use letters, digits, blanks and . _ @ / -, 60 characters at most.",
  );
}

/** The sessions of one project, as one agent sees them. */
function openSessions(ground: Ground, options: TidemarkOptions, closing: Closing): Sessions {
  const { project, agent } = ground;
  /** Those that nothing has happened in yet: whoever names one wants it to begin. */
  const silent = new Map<string, () => void>();
  const find = (id: string): SessionState => {
    const name = requireText(id, "The id of a session");
    silent.get(name)?.();
    return findOwnSession(ground, name);
  };
  const opened = (id: string, opening: Opening) => {
    const session = openSession(ground, id, options, opening);
    keepInside(session, { closing, redact: ground.redact });
    return session;
  };
  const resume = (id: string) => opened(id, { source: "resume" });
  return {
    create(wanted) {
      const { title } = requireOptions(wanted, "The options of a session", ["title"]);
      ground.requireOpen();
      const id = newId(now());
      const session = opened(id, {
        source: "startup",
        title: title === undefined ? undefined : requireText(title, "The title of a session", CAP.name),
        onStart: () => silent.delete(id),
      });
      silent.set(id, session.start);
      return session;
    },
    resumeLast() {
      const [last] = ground.store().sessions({ project, agent, limit: 1 });
      return last === undefined ? undefined : resume(last.session);
    },
    open: (id) => resume(find(id).session),
    list(filter) {
      const { tag, limit, everyone } = requireOptions(filter, "The filter of a list", [
        "tag",
        "limit",
        "everyone",
      ]);
      const states = ground.store().sessions({
        project,
        ...(everyone ? {} : { agent }),
        tag: tag === undefined ? undefined : requireText(tag, "A tag").trim().toLowerCase(),
        limit: limit === undefined ? undefined : requireCount(limit, "The limit of a list"),
      });
      return states.map(infoOf);
    },
    tag(id, change) {
      const { add, remove } = requireOptions(change, "The change of tags", ["add", "remove"]);
      const { session } = find(id);
      const tags = {
        add: add === undefined ? undefined : requireTexts(add, "the tags to add"),
        remove: remove === undefined ? undefined : requireTexts(remove, "the tags to remove"),
      };
      return tagSession(ground.opened(), session, tags).tags;
    },
    branch(id, wanted) {
      const { at, name } = requireOptions(wanted, "The options of a branch", ["at", "name"]);
      const forked = forkSession(ground, find(id), {
        at: at === undefined ? undefined : requireText(at, "The id of a message"),
        name: name === undefined ? undefined : requireText(name, "The name of a branch of work"),
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
