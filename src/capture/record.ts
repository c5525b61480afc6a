import type { Agent, Heard } from "../agent/port.js";
import type { Signal } from "../agent/signal.js";
import type { Draft } from "../event/registry.js";
import type { Home } from "../home/open-home.js";
import { now } from "../host/clock.js";
import type { Env } from "../host/env.js";
import type { Place } from "../host/git/git.js";
import { append, type EventContext } from "../journal/append.js";
import { type Bounds, boundsWith, CAP } from "./bound.js";
import { capture } from "./capture.js";
import type { IdentifiedProject } from "./place/identify-project.js";
import { projectPath } from "./place/path.js";
import { type NotedPlace, readPlaceNote } from "./place/place-note.js";

/** The context of a hook call, for the answer to it. */
export interface Recorded extends Home {
  readonly env: Env;
  readonly scene: EventContext;
  readonly place: Place;
}

const MAX_FOLDER_CHARS = 4_096;
const MAX_ROOTS = 20;

export interface RecordIn extends Home {
  /** Identifies a folder from scratch. Most calls do not need it and do not load it. */
  readonly identify: (cwd: string, home: string, env: Env) => IdentifiedProject;
}

/** Writes the events of a hook call to the journal. */
export function record(agent: Agent, heard: Heard, env: Env, { home, redact, identify }: RecordIn): Recorded {
  const bounds = boundsWith(redact);
  const { boundName } = bounds;
  const cwd = isFolderName(heard.cwd) ? heard.cwd : process.cwd();
  const has = (...names: readonly Signal["is"][]) => heard.signals.some(({ is }) => names.includes(is));
  // The commit only matters at the start or end of a turn or a session.
  const withHead = has("session-started", "prompt", "turn-ended", "session-ended");
  const { project, place, learned }: NotedPlace & Pick<IdentifiedProject, "learned"> =
    readPlaceNote(home, cwd, { isCertain: has("session-started"), withHead }) ?? identify(cwd, home, env);
  const at = now();
  const drafts = signalsOf(agent, heard, env).flatMap((signal) =>
    capture(signal, (path) => projectPath(path, cwd, place.root), bounds),
  );
  const dir = projectPath(cwd, cwd, place.root);
  const scene: EventContext = {
    at,
    project,
    session: boundName(heard.session) || "unknown",
    agent: agent.name,
    branch: place.branch === undefined ? undefined : boundName(place.branch),
    head: withHead ? place.head : undefined,
    dir: dir === "." ? undefined : boundName(dir, 300),
  };
  if (drafts.length > 0 && learned !== undefined) drafts.unshift(projectSeen(learned, bounds));
  append(home, drafts, scene);
  return { home, redact, env, scene, place };
}

export function projectSeen(
  { name, path, roots, remotes }: NonNullable<IdentifiedProject["learned"]>,
  { boundName }: Bounds,
): Draft {
  return {
    type: "project.seen",
    data: {
      name: boundName(name),
      path: boundName(path, CAP.path),
      roots: roots.slice(0, MAX_ROOTS),
      remotes: remotes.slice(0, MAX_ROOTS).map((remote) => boundName(remote, CAP.path)),
    },
  };
}

// The agent's own record holds its messages during a turn, so read them when the turn or the session ends.
function signalsOf(agent: Agent, heard: Heard, env: Env): readonly Signal[] {
  const isOver = heard.signals.some((signal) => signal.is === "turn-ended" || signal.is === "session-ended");
  if (!isOver) return heard.signals;
  return [...agent.lastWords(heard, env).map((text): Signal => ({ is: "said", text })), ...heard.signals];
}

// No file system takes a longer name.
function isFolderName(cwd: string | undefined): cwd is string {
  return cwd !== undefined && cwd.length <= MAX_FOLDER_CHARS && !cwd.includes("\0");
}
