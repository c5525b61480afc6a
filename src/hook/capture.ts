import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { claude } from "../agent/claude/agent.js";
import type { Agent, Heard } from "../agent/port.js";
import { type Recorded, record } from "../capture/record.js";
import { noteWrite, startLook } from "../capture/tree/start-look.js";
import { isToGuard, startCheckpoint, waitForPrompt } from "../checkpoint/hook/start.js";
import { mayWrite, type Starter, triggerCheckpoint } from "../checkpoint/hook/trigger.js";
import { systemCode } from "../error.js";
import { readConfigInHook } from "../home/config.js";
import { now, sleep, uptime } from "../host/clock.js";
import { dataHome, hostEnv, isInside } from "../host/env.js";
import { noteError } from "../host/log.js";
import { mayHoldSecret } from "../redact/each-keyword.js";
import type { Redact } from "../redact/redactor.js";
import { startDistilling } from "../upkeep/distil/start-distilling.js";
import { startMaintenance } from "../upkeep/maintain/start-maintenance.js";

/** Below the five seconds that agents grant, and far above the time of any call. */
const INPUT_TIMEOUT_MS = 3_000;
const FIRST_BUFFER_BYTES = 32 << 10;
/** Larger than any known payload; a larger one is dropped. */
const MAX_PAYLOAD_BYTES = 64 << 20;

/** The other bundles of the hook. Most calls need none of them. */
interface Bundles {
  agents: typeof import("./agents.js");
  redact: typeof import("./redact.js");
  answer: typeof import("./answer.js");
  checkpoint: typeof import("./checkpoint.js");
  background: typeof import("./background.js");
}

/** Loads another bundle when it is needed. Each `use` has its own cache, because it runs other code. */
export type Load = <N extends keyof Bundles>(name: N, use?: string) => Bundles[N];

/** Records one payload and answers it. Returns true if it succeeded. `tend`, `tree` and `checkpoint` are not agents. */
export function run(name: string, load: Load, hookFile: string): boolean {
  const env = hostEnv();
  if (name === "tend") return load("background").maintain(dataHome(env), now()) !== undefined;
  if (name === "tree") return load("checkpoint", "tree").seeTree(env);
  if (name === "checkpoint")
    return load("checkpoint", "aside").checkpointAside(env, (home, scene) =>
      load("background").isPlanDone(home, scene),
    );
  const agent = name === "claude" ? claude : load("agents").agentNamed(name);
  if (agent === undefined || isInside(env)) return false;
  let hook = "";
  try {
    const heard = agent.hear(readPayload(INPUT_TIMEOUT_MS), env);
    if (heard === undefined) return false;
    hook = heard.hook;
    const isStart = heard.signals.some(({ is }) => is === "session-started");
    const home = dataHome(env);
    const note = (error: string) => {
      // Once a session is enough.
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
    // Nobody waits for the hook after a turn.
    if (heard.signals.some((signal) => signal.is === "turn-ended"))
      startMaintenance(recorded.home, env, now(), hookFile);
    if (config?.["distil"] === true && heard.signals.some(({ is }) => is === "session-ended"))
      startDistilling(recorded.home, env, dirname(hookFile));
    try {
      answerTo(heard, agent, recorded, load);
    } finally {
      // Last, because starting processes must not delay the answer.
      const starter = starterFor(recorded, load, hookFile);
      if (config?.["checkpoints"] !== false)
        for (const signal of heard.signals) triggerCheckpoint(recorded, signal, starter);
      for (const signal of heard.signals) {
        if (signal.is === "tool-finished" && mayWrite(signal.use)) noteWrite(recorded);
        if (signal.is === "turn-ended") startLook(recorded, hookFile);
      }
    }
    return true;
  } catch (error) {
    noteError(dataHome(env), { at: now(), agent: agent.name, hook, error: nameAndMessage(error) });
    return false;
  }
}

/** Loads the rules only for texts that may need them, but own patterns may match any text. */
function redactFor(own: unknown, load: Load, note: (why: string) => void): Redact {
  const rules = () => load("redact");
  if (own === undefined) return (text) => (mayHoldSecret(text) ? rules().redactor([])(text) : text);
  return rules().redactorWithOwn(own, note);
}

function answerTo({ hook, asks, recalls }: Heard, agent: Agent, recorded: Recorded, load: Load): void {
  // Loaded only if needed, because the database costs a fifth of a Node start.
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

function nameAndMessage(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

// Writes synchronously, because the process exits without waiting for a pipe.
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/**
 * Parses the payload on standard input, if any. Reads synchronously, because Node's threads cost a twentieth of a hook's
 * time. Ends with the payload instead of the pipe, because some agents do not close it.
 */
function readPayload(timeoutMs: number): unknown {
  const fd = openWithoutWaiting();
  try {
    return readFrom(fd, timeoutMs);
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

function readFrom(fd: number, timeoutMs: number): unknown {
  let end: number | undefined;
  let buffer = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  let size = 0;
  let tried = 0;
  for (;;) {
    if (size === buffer.length) {
      if (size >= MAX_PAYLOAD_BYTES) return undefined;
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(size)]);
    }
    const got = readSome(fd, buffer, size);
    if (got === 0) return parse(buffer, size);
    if (got === undefined) {
      end ??= uptime() + timeoutMs;
      if (uptime() >= end) return undefined;
      sleep(2);
      continue;
    }
    size += got;
    // A closing brace may be the end, so try to parse. Not too often, because each try reads everything.
    if (size < buffer.length && size >= 2 * tried && endsObject(buffer, size)) {
      tried = size;
      const payload = parse(buffer, size);
      if (payload !== undefined) return payload;
    }
  }
}

function endsObject(buffer: Buffer, size: number): boolean {
  const last = buffer[size - 1] === 0x0a ? size - 2 : size - 1;
  return buffer[last] === 0x7d;
}

/** Undefined if nothing has arrived yet. */
function readSome(fd: number, buffer: Buffer, at: number): number | undefined {
  try {
    return readSync(fd, buffer, at, buffer.length - at, null);
  } catch (error) {
    if (systemCode(error) === "EAGAIN") return undefined;
    return 0; // Windows reports the end of a pipe as an error.
  }
}

function parse(buffer: Buffer, size: number): unknown {
  const text = buffer.toString("utf8", 0, size);
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined; // No payload, or incomplete.
  }
}

// Opens a pipe again by its name, to read it without blocking. A socket cannot be opened so.
function openWithoutWaiting(): number {
  if (process.platform !== "linux") return 0;
  const stat = fstatSync(0);
  if (stat.isFIFO()) return openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  if (stat.isSocket()) unblockSocket(process);
  return 0;
}

interface Binding {
  readonly Pipe: new (kind: number) => { open(fd: number): number };
  readonly constants: { readonly SOCKET: number };
}

// Node's binding makes a socket non-blocking; its public API would load half of the library.
function unblockSocket(host: object): void {
  if (!("binding" in host) || typeof host.binding !== "function") return;
  try {
    const { Pipe, constants }: Binding = host.binding("pipe_wrap");
    new Pipe(constants.SOCKET).open(0);
  } catch {
    // Without this binding the socket blocks, until the agent's own timeout.
  }
}
