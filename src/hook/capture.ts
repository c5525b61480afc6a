import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { claude } from "../agent/claude/agent.js";
import type { Agent, Heard } from "../agent/port.js";
import { type Recorded, record } from "../capture/record.js";
import { isToGuard, startCheckpoint, waitForPrompt } from "../checkpoint/hook/start.js";
import { type Starter, triggerCheckpoint } from "../checkpoint/hook/trigger.js";
import { systemCode } from "../error.js";
import { readConfigInHook } from "../home/config.js";
import { now, sleep, uptime } from "../host/clock.js";
import { dataHome, hostEnv, isInside } from "../host/env.js";
import { noteError } from "../host/log.js";
import { mayHoldSecret } from "../redact/each-keyword.js";
import type { Redact } from "../redact/redactor.js";
import { startMaintenance } from "../upkeep/maintain/start-maintenance.js";

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

const FIRST = 32 << 10;
// Larger than any payload seen; beyond it the call is dropped rather than half understood.
const MOST = 64 << 20;
const CLOSING_BRACE = 0x7d;
const NEWLINE = 0x0a;

/**
 * The payload on standard input, parsed, or undefined where there is none. Read synchronously, because Node's threads
 * would cost a hook a twentieth of its time. It ends with the payload, not with the pipe: an agent that forgets to
 * close it does not hold the hook, and one that never writes is waited for until `wait` milliseconds have passed.
 */
function readPayload(wait: number): unknown {
  const fd = openAgain();
  try {
    return readFrom(fd, wait);
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

function readFrom(fd: number, wait: number): unknown {
  let end: number | undefined;
  let buffer = Buffer.allocUnsafe(FIRST);
  let size = 0;
  let tried = 0;
  for (;;) {
    if (size === buffer.length) {
      if (size >= MOST) return undefined;
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(size)]);
    }
    const got = readSome(fd, buffer, size);
    if (got === 0) return parse(buffer, size);
    if (got === undefined) {
      end ??= uptime() + wait;
      if (uptime() >= end) return undefined;
      sleep(2);
      continue;
    }
    size += got;
    // The end of an object may be the end of all: try, and read on if it is not. Not too often: each try reads all.
    if (size < buffer.length && size >= 2 * tried && endsObject(buffer, size)) {
      tried = size;
      const payload = parse(buffer, size);
      if (payload !== undefined) return payload;
    }
  }
}

function endsObject(buffer: Buffer, size: number): boolean {
  const last = buffer[size - 1] === NEWLINE ? size - 2 : size - 1;
  return buffer[last] === CLOSING_BRACE;
}

/** Undefined where nothing has come yet. */
function readSome(fd: number, buffer: Buffer, at: number): number | undefined {
  try {
    return readSync(fd, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (systemCode(error) === "EAGAIN") return undefined;
    return 0; // Windows reports the end of a pipe as an error; anything else is an end too.
  }
}

function parse(buffer: Buffer, size: number): unknown {
  const text = buffer.toString("utf8", 0, size);
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined; // Not a payload, or not all of it yet.
  }
}

// A pipe opened again by its name can be read without waiting. A socket cannot be opened so: it is told not to wait.
function openAgain(): number {
  if (process.platform !== "linux") return 0;
  const stat = fstatSync(0);
  if (stat.isFIFO()) return openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  if (stat.isSocket()) stopWaiting(process);
  return 0;
}

interface Binding {
  readonly Pipe: new (kind: number) => { open(fd: number): number };
  readonly constants: { readonly SOCKET: number };
}

// Taking a socket over as a stream makes it one that does not wait. Node's own way to it loads half of its library.
function stopWaiting(host: object): void {
  if (!("binding" in host) || typeof host.binding !== "function") return;
  try {
    const { Pipe, constants }: Binding = host.binding("pipe_wrap");
    new Pipe(constants.SOCKET).open(0);
  } catch {
    // A Node without this door: the socket waits, and the agent's own limit holds.
  }
}
