import type { Agent, Heard } from "../agent/port.js";
import { boundName } from "../capture/bound.js";
import { capture } from "../capture/capture.js";
import type { Signal } from "../capture/signal.js";
import type { Draft } from "../event/registry.js";
import { now } from "../host/clock.js";
import { dataHome, type Env } from "../host/env.js";
import { append, type Scene } from "../journal/append.js";
import { projectPath } from "../project/path.js";
import { identifyProject } from "./identify-project.js";

/** Where and when a hook call happened: what an answer to it needs to know. */
export interface Recorded {
  readonly home: string;
  readonly env: Env;
  readonly scene: Scene;
}

/** Writes what a hook call said into the journal. */
export function record(agent: Agent, heard: Heard, env: Env): Recorded {
  const home = dataHome(env);
  const cwd = heard.cwd ?? process.cwd();
  const { project, place, learned } = identifyProject(cwd, home, env);
  const dir = projectPath(cwd, cwd, place.root);
  const scene: Scene = {
    at: now(),
    project,
    session: boundName(heard.session) || "unknown",
    agent: agent.name,
    ...(place.branch === undefined ? {} : { branch: boundName(place.branch) }),
    ...(place.head === undefined || !marksTurn(heard) ? {} : { head: place.head }),
    ...(dir === "." ? {} : { dir: boundName(dir, 300) }),
  };
  const drafts = signalsOf(agent, heard, env).flatMap((signal) =>
    capture(signal, (path) => projectPath(path, cwd, place.root)),
  );
  if (drafts.length > 0 && learned !== undefined) {
    const { name, path, roots, remotes } = learned;
    const seen: Draft = {
      type: "project.seen",
      data: { name: boundName(name), path, roots: [...roots], remotes: [...remotes] },
    };
    drafts.unshift(seen);
  }
  append(home, drafts, scene);
  return { home, env, scene };
}

// What the agent said on the way is in its own record alone; it is looked up when a turn or the session is over.
function signalsOf(agent: Agent, heard: Heard, env: Env): readonly Signal[] {
  const isOver = heard.signals.some((signal) => signal.is === "turn-ended" || signal.is === "session-ended");
  if (!isOver) return heard.signals;
  const said = agent.lastWords(heard, env).map((text): Signal => ({ is: "said", text }));
  return [...said, ...heard.signals];
}

/** The head is worth its bytes where a turn begins or ends. */
function marksTurn(heard: Heard): boolean {
  return heard.signals.some(
    ({ is }) => is === "session-started" || is === "prompt" || is === "turn-ended" || is === "session-ended",
  );
}
