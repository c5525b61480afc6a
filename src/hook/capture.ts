import { writeSync } from "node:fs";
import { claude } from "../agent/claude/agent.js";
import type { Agent, Heard } from "../agent/port.js";
import { type Recorded, record } from "../capture/record.js";
import { isToGuard, waitForPrompt } from "../checkpoint/guard-shell.js";
import { startCheckpoint } from "../checkpoint/start-checkpoint.js";
import { type Starter, triggerCheckpoint } from "../checkpoint/trigger-checkpoint.js";
import { readConfigInHook } from "../home/config.js";
import { now } from "../host/clock.js";
import { dataHome, hostEnv, isInside } from "../host/env.js";
import { noteError } from "../host/log.js";
import { mayHoldSecret } from "../redact/gate.js";
import type { Redact } from "../redact/redactor.js";
import { startMaintenance } from "../upkeep/maintain/start-maintenance.js";
import { readPayload } from "./stdin.js";

// Below the five seconds the agents are told to grant, and far above what any call takes.
const WAIT_FOR_INPUT = 3_000;

/** The other bundles of the hook. Most calls need none of them. */
interface Bundles {
  agents: typeof import("./agents.js");
  redact: typeof import("./redact.js");
  answer: typeof import("./answer.js");
  checkpoint: typeof import("./checkpoint.js");
  background: typeof import("./background.js");
}

/** Loads another bundle when it is first needed. `use` names what it is needed for: each use runs other parts of it. */
export type Load = <N extends keyof Bundles>(name: N, use?: string) => Bundles[N];

/** Records one payload and answers it if the agent listens. True if all of it was done. `tend` and `checkpoint` are no agents. */
export function run(name: string, load: Load, hookFile: string): boolean {
  const env = hostEnv();
  if (name === "tend") return load("background").maintain(dataHome(env), now()) !== undefined;
  if (name === "checkpoint")
    return load("checkpoint", "aside").checkpointAside(env, (home, scene) =>
      load("background").isPlanDone(home, scene),
    );
  const agent = name === "claude" ? claude : load("agents").agentNamed(name);
  if (agent === undefined || isInside(env)) return false;
  let hook = "";
  try {
    const heard = agent.hear(readPayload(WAIT_FOR_INPUT), env);
    if (heard === undefined) return false;
    hook = heard.hook;
    const isStart = heard.signals.some(({ is }) => is === "session-started");
    const home = dataHome(env);
    const note = (error: string) => {
      // Once a session is often enough.
      if (isStart) noteError(home, { at: now(), agent: agent.name, hook, error });
    };
    const config = readConfigInHook(home);
    if (config === undefined) note("config.json is not JSON and not used.");
    const redact = redactFor(config?.["redact"], load, note);
    const recorded = record(agent, heard, env, {
      home,
      redact,
      identify: (cwd) => load("answer", "identify").identify(cwd, home, env),
    });
    // A turn is over: nobody waits for us now.
    if (heard.signals.some((signal) => signal.is === "turn-ended"))
      startMaintenance(recorded.home, env, now(), hookFile);
    try {
      answerTo(heard, { agent, recorded, load });
    } finally {
      // Last: what is started beside the work must not slow the answer down.
      const starter = starterFor(recorded, load, hookFile);
      if (config?.["checkpoints"] !== false)
        for (const signal of heard.signals) triggerCheckpoint(recorded, signal, starter);
    }
    return true;
  } catch (error) {
    noteError(dataHome(env), { at: now(), agent: agent.name, hook, error: describe(error) });
    return false;
  }
}

/** The rules are loaded for texts that may need them; a person's own patterns may be in any. */
function redactFor(own: unknown, load: Load, note: (why: string) => void): Redact {
  const rules = () => load("redact");
  if (own === undefined) return (text) => (mayHoldSecret(text) ? rules().redactor([])(text) : text);
  return rules().redactorWithOwn(own, note);
}

interface Answering {
  readonly agent: Agent;
  readonly recorded: Recorded;
  readonly load: Load;
}

function answerTo({ hook, asks, recalls }: Heard, { agent, recorded, load }: Answering): void {
  // Loaded only here: the database alone costs a fifth of a Node start.
  if (recalls !== undefined) {
    const { answerRecall } = load("answer", "recall");
    const { file, text } = answerRecall({ ...recorded, query: recalls.query });
    writeAll(recalls.handOver(file, text));
  }
  if (asks === undefined) return;
  const { answer } = load("answer", asks.surface);
  const text = answer({ ...recorded, asks });
  if (text !== undefined) writeAll(agent.say(hook, text));
}

function starterFor(recorded: Recorded, load: Load, hookFile: string): Starter {
  return {
    start: (wanted) => startCheckpoint(recorded, wanted, hookFile),
    wait: () => waitForPrompt(recorded),
    guard(command) {
      if (isToGuard(recorded, command)) load("checkpoint", "guard").guardCommand(recorded, command, hookFile);
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

// The process does not wait for a pipe that is being written.
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
