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
import { recallVisit, type Visit } from "./place/visit.js";

/** Where and when a hook call happened: what an answer to it needs to know. */
export interface Recorded extends Home {
  readonly env: Env;
  readonly scene: EventContext;
  readonly place: Place;
}

const LONGEST_NAME = 4_096;
const MOST_ROOTS = 20;

export interface RecordIn extends Home {
  /** The close look at a folder, which most calls do without and need not load. */
  readonly identify: (cwd: string, home: string, env: Env) => IdentifiedProject;
}

/** Writes what a hook call said into the journal. */
export function record(agent: Agent, heard: Heard, env: Env, { home, redact, identify }: RecordIn): Recorded {
  const bounds = boundsWith(redact);
  const { boundName } = bounds;
  const cwd = isFolderName(heard.cwd) ? heard.cwd : process.cwd();
  const isMarked = marksTurn(heard);
  const visit: Visit & { learned?: IdentifiedProject["learned"] } =
    recallVisit(home, cwd, { isCertain: isStart(heard), withHead: isMarked }) ?? identify(cwd, home, env);
  const { project, place, learned } = visit;
  const dir = projectPath(cwd, cwd, place.root);
  const scene: EventContext = {
    at: now(),
    project,
    session: boundName(heard.session) || "unknown",
    agent: agent.name,
    branch: place.branch === undefined ? undefined : boundName(place.branch),
    ...(place.head === undefined || !isMarked ? {} : { head: place.head }),
    ...(dir === "." ? {} : { dir: boundName(dir, 300) }),
  };
  const drafts = signalsOf(agent, heard, env).flatMap((signal) =>
    capture(signal, (path) => projectPath(path, cwd, place.root), bounds),
  );
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
      roots: roots.slice(0, MOST_ROOTS),
      remotes: remotes.slice(0, MOST_ROOTS).map((remote) => boundName(remote, CAP.path)),
    },
  };
}

// What the agent said on the way is in its own record alone; it is looked up when a turn or the session is over.
function signalsOf(agent: Agent, heard: Heard, env: Env): readonly Signal[] {
  const isOver = heard.signals.some((signal) => signal.is === "turn-ended" || signal.is === "session-ended");
  if (!isOver) return heard.signals;
  const said = agent.lastWords(heard, env).map((text): Signal => ({ is: "said", text }));
  return [...said, ...heard.signals];
}

// No file system takes a longer name, and a hook must not walk up one.
function isFolderName(cwd: string | undefined): cwd is string {
  return cwd !== undefined && cwd.length <= LONGEST_NAME && !cwd.includes("\0");
}

/** A session's start is when the place is looked at closely. */
function isStart(heard: Heard): boolean {
  return heard.signals.some((signal) => signal.is === "session-started");
}

/** Where a turn or a session begins or ends, the head is worth its bytes. */
function marksTurn(heard: Heard): boolean {
  return heard.signals.some(
    ({ is }) => is === "session-started" || is === "prompt" || is === "turn-ended" || is === "session-ended",
  );
}
