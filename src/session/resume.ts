import { RESUMABLE } from "../agent/adapters.js";
import { agentTitle } from "../agent/agents.js";
import { chatResume, type Resumable } from "../agent/resume.js";
import { silenced } from "../agent/silenced.js";
import { composeFor } from "../brief/answer.js";
import { identifyProject } from "../capture/place/identify-project.js";
import { findCheckpoint } from "../checkpoint/record.js";
import { isOfProgram } from "../checkpoint/recovery.js";
import { TidemarkError } from "../error.js";
import type { TidemarkEvent } from "../event/registry.js";
import { type Env, RESUME } from "../host/env.js";
import { look } from "../host/file/foreign-file.js";
import { findPrograms } from "../host/process/find-program.js";
import { isAlive } from "../host/process/process.js";
import type { SessionState } from "../model/fold/session/session-state.js";
import { hasWorked, openInterruptions, type SessionStatus, statusOf } from "../model/fold/session/status.js";
import { sessionEvents } from "../model/session-events.js";
import { preferencesIn } from "../project/env.js";
import { findSession, type Opened } from "../project/open.js";

export interface ResumeRequest {
  readonly env: Env;
  readonly now: number;
  readonly cwd: string;
  /** The agent to continue in. Default: the session's own. */
  readonly agent?: string;
  /** The state was restored, but the agent's own record goes beyond it. */
  readonly isBehind?: boolean;
}

/** How to continue a session here and now. */
export interface ResumePlan {
  readonly session: string;
  readonly project: string;
  readonly status: SessionStatus;
  readonly request?: string;
  readonly agent: Resumable;
  /** `native`: the agent continues its own record. `handover`: a new session gets what Tidemark knows. */
  readonly how: "native" | "handover";
  readonly why: string;
  readonly program?: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Variables for the agent, which its hooks inherit. */
  readonly env: { readonly [name: string]: string };
  readonly handover?: string;
  /** Its hooks are set up. Without them it gets no text. */
  readonly isConnected: boolean;
  /** The hooks are set up, but something keeps them from running. */
  readonly silenced?: { readonly detail: string; readonly hint?: string };
}

/** The session of a checkpoint, and whether it went on since: its agent still remembers that. */
export function resumeFrom(opened: Opened, id: string) {
  const checkpoint = findCheckpoint(opened.home, opened.project, id.toLowerCase());
  if (checkpoint === undefined) {
    throw new TidemarkError("not-found", `There is no checkpoint "${id}" in this project.`, {
      hint: "See them with: tidemark checkpoint list --all",
    });
  }
  const { session, at } = checkpoint;
  if (session === "") {
    throw new TidemarkError("bad-argument", `${checkpoint.id} was made outside of any session.`, {
      hint: `Restore it, then resume: tidemark checkpoint restore ${checkpoint.id} && tidemark resume`,
    });
  }
  const { known } = sessionEvents(opened, { project: opened.project, session });
  return { session, isBehind: known.some((event) => event.at > at && WORK.has(event.type)) };
}

/** Events that leave a trace in the agent's own record. */
const WORK: ReadonlySet<TidemarkEvent["type"]> = new Set([
  "prompt.submitted",
  "tool.started",
  "tool.finished",
  "message.said",
  "turn.ended",
  "message.added",
]);

export interface ResumeChoice {
  readonly state: SessionState;
  readonly status: SessionStatus;
}

/** The sessions to choose from, the default first. */
export function resumeChoices({ store, project }: Opened, now: number): ResumeChoice[] {
  const sessions = store.sessions({ project, worked: true, limit: 50 }).filter((state) => !isAtWork(state));
  const cut = new Set(openInterruptions(sessions, now, isAlive).map(({ session }) => session));
  const rank = (state: SessionState) => (isOfProgram(state) ? 2 : cut.has(state.session) ? 0 : 1);
  return sessions
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 10)
    .map((state) => ({ state, status: statusOf(state, now, isAlive(state.pid, state.pidSince)) }));
}

/** Finds a session by its id. Default: the first choice. */
export function sessionToResume(opened: Opened, id: string | undefined, now: number): SessionState {
  if (id !== undefined) {
    const state = findSession(opened, id);
    if (hasWorked(state)) return state;
    throw new TidemarkError("not-found", `Nothing was done in session ${state.session} yet.`, {
      hint: "See the others with: tidemark sessions",
    });
  }
  const [first] = resumeChoices(opened, now);
  if (first !== undefined) return first.state;
  throw new TidemarkError("not-found", "There is no session to go on with in this project.", {
    hint: "Those of other projects: tidemark sessions --all. One that is still at work is left to it.",
  });
}

export function planResume(opened: Opened, state: SessionState, request: ResumeRequest): ResumePlan {
  const { env, now, isBehind = false } = request;
  if (request.agent === undefined) requireStartable(state);
  const agent = agentFor(state, request.agent);
  if (isAtWork(state)) {
    throw new TidemarkError(
      "bad-argument",
      `Session ${state.session} is still at work (process ${state.pid}).`,
      { hint: "Go to its terminal, or end it there first." },
    );
  }
  const here = folderFor(opened, state, request);
  const known = [here, opened.place.root, opened.store.project(state.project)?.path ?? ""].filter(Boolean);
  const own = agent.name === state.agent ? agent.folderOf(state.session, known, env) : undefined;
  const isNative = own !== undefined && !isBehind;
  const folder = isNative ? own : here;
  const [program] = findPrograms(env, agent.program);
  return {
    session: state.session,
    project: state.project,
    status: statusOf(state, now, isAlive(state.pid, state.pidSince)),
    request: state.work.request,
    agent,
    how: isNative ? "native" : "handover",
    why: whyFor(state, agent, { isNative, isBehind }),
    program,
    args: isNative ? agent.again(state.session) : agent.fresh(),
    folder,
    env: isNative ? {} : { [RESUME]: state.session },
    handover: isNative ? undefined : handoverOf(opened, state, request, { folder, agent }),
    isConnected: agent.isConnected(folder, env),
    silenced: silenced(agent.name, folder, env),
  };
}

/** Rejects a session of a user's program: only that program can continue it. */
function requireStartable(state: SessionState): void {
  if (!isOfProgram(state)) return;
  const called = agentTitle(state.agent) ?? `"${state.agent}"`;
  throw new TidemarkError(
    "bad-argument",
    `Session ${state.session} is one of ${called}: the program that made it goes on with it.`,
    {
      hint: `In that program: sessions.open("${state.session}"). In another agent, told where the work stands: tidemark resume --session ${state.session.slice(0, 8)} --in AGENT`,
    },
  );
}

function agentFor(state: SessionState, wanted: string | undefined): Resumable {
  const name = wanted ?? state.agent;
  // Only its own sessions: it has no hooks that could bring it up to date on another.
  if (name === chatResume.name && state.agent === name) return chatResume;
  const agent = RESUMABLE.find((one) => one.name === name);
  if (agent !== undefined) return agent;
  const known = RESUMABLE.map((one) => `${one.name} (${one.title})`).join(", ");
  throw new TidemarkError("bad-argument", `Tidemark cannot start the agent "${name}".`, {
    hint: `It can start: ${known}. Choose one with --in.`,
  });
}

function isAtWork(state: SessionState): boolean {
  return state.ended === undefined && isAlive(state.pid, state.pidSince) === true;
}

/** The folder in which a new agent starts: here, or in the session's own project. */
function folderFor(
  { project, home, store }: Opened,
  state: SessionState,
  { cwd, env }: ResumeRequest,
): string {
  if (state.project === project) return cwd;
  const known = store.project(state.project);
  const path = known?.path ?? "";
  const isThere = path !== "" && look(path)?.isDirectory() === true;
  if (isThere && identifyProject(path, home, env, true).project === state.project) return path;
  throw new TidemarkError(
    "not-found",
    `Session ${state.session} is of another project, ${known?.name || state.project}, which is not at ${path || "a known place"} any more.`,
    { hint: "Go to the folder it is in now, and run the command there." },
  );
}

function whyFor(
  state: SessionState,
  agent: Resumable,
  { isNative, isBehind }: { readonly isNative: boolean; readonly isBehind: boolean },
): string {
  if (isNative) return `${agent.title} still has its record of the session`;
  if (agent.name !== state.agent)
    return `it was a session of ${agentTitle(state.agent) ?? (state.agent || "an unknown agent")}`;
  if (isBehind) return `what ${agent.title} itself remembers goes on beyond the checkpoint`;
  return `${agent.title} no longer has its record of the session`;
}

/** The text that the hooks of the new session will give it, as far as it is known yet. */
function handoverOf(
  { store, home }: Opened,
  state: SessionState,
  { env, now }: ResumeRequest,
  { folder, agent }: { readonly folder: string; readonly agent: Resumable },
): string {
  const { place } = identifyProject(folder, home, env, true);
  const { text } = composeFor(store, {
    project: state.project,
    agent: agent.name,
    session: "",
    source: "startup",
    resume: state.session,
    now,
    checkout: { place, env },
    branch: place.branch,
    ...preferencesIn(env),
  });
  return agent.worded?.(text) ?? text;
}
