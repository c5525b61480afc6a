import { CAP } from "../capture/bound.js";
import { now } from "../host/clock.js";
import { newId } from "../host/device.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { statusOf } from "../model/fold/session/status.js";
import { tagSession } from "../project/tag.js";
import { requireCount, requireOptions, requireText, requireTexts } from "./check.js";
import { findOwnSession } from "./message/find-own-session.js";
import { forkSession } from "./message/fork-session.js";
import type { Ground } from "./message/ground.js";
import { type Opening, openSession } from "./session.js";
import { type Closing, keepInside } from "./session-inside.js";
import type { SessionInfo, Sessions, TidemarkOptions } from "./tidemark.js";

/** The sessions of one project, as one agent sees them. */
export function openSessions(ground: Ground, options: TidemarkOptions, closing: Closing): Sessions {
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
