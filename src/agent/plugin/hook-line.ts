import { spawn } from "node:child_process";
import { deadline } from "../../host/clock.js";
import { fieldsOf, isFields, textOf } from "../payload/fields.js";
import { type Answer, HOOKS, type HookName, type Wire } from "./wire.js";

export type Payload = Omit<Wire, "hook_event_name" | "session_id" | "cwd" | "pid" | "late">;

/** Calls the hook from inside an agent. Never throws or prints, and never blocks the agent beyond the timeout. */
export interface HookLine {
  /** Sends a payload without waiting; the calls of a session keep their order. */
  tell(hook: HookName, session: string, payload: Payload): void;
  /** Sends a payload and returns the answer, empty if it is late. */
  ask(hook: HookName, session: string, payload: Payload): Promise<Answer>;
  /** Waits until all calls are done or the timeout is over. */
  settle(): Promise<void>;
}

// Limits for hooks that hang, so that they do not fill the agent's memory.
const MAX_RUN_MS = 8_000;
const MAX_SETTLE_MS = 4_000;
const MAX_WAITING_CALLS = 300;

/** Runs the calls of a session one after the other, so that they are recorded in order. */
export function openLine({ command, cwd }: { command: string; cwd: () => string }): HookLine {
  const last = new Map<string, Promise<Answer>>();
  let waiting = 0;

  function call(hook: HookName, session: string, payload: Payload, isLate = () => false): Promise<Answer> {
    if (waiting >= MAX_WAITING_CALLS) return Promise.resolve({});
    waiting += 1;
    // Serialize now: the arguments may change while the call waits.
    const input = written({
      hook_event_name: hook,
      session_id: session,
      cwd: cwd(),
      pid: process.pid,
      ...payload,
    });
    const before = last.get(session) ?? Promise.resolve({});
    const mine = before.then(() => runHook(command, isLate() ? markLate(input) : input));
    last.set(session, mine);
    mine.finally(() => {
      waiting -= 1;
      if (last.get(session) === mine) last.delete(session);
    });
    return mine;
  }

  return {
    tell: (hook, session, payload) => void call(hook, session, payload),
    ask(hook, session, payload) {
      const isLate = deadline(HOOKS[hook]);
      return within(HOOKS[hook], call(hook, session, payload, isLate), {});
    },
    settle: () => within(MAX_SETTLE_MS, Promise.all(last.values()), []).then(() => undefined),
  };
}

function markLate(input: string): string {
  return input.replace(/^\{/, '{"late":true,');
}

/** Never rejects. */
function runHook(command: string, input: string): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      // Drop the error output: the screen belongs to the agent.
      const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
      let output = "";
      const end = () => {
        clearTimeout(giveUp);
        resolve(readAnswer(output));
      };
      // The shell's child may keep the pipe open: do not wait for it.
      const giveUp = setTimeout(() => {
        child.kill("SIGKILL");
        child.stdout.destroy();
        end();
      }, MAX_RUN_MS);
      child.stdout.setEncoding("utf8");
      child.stdout.on("data", (text) => {
        output += text;
      });
      child.on("close", end);
      child.on("error", end);
      // It may exit before it has read everything.
      child.stdin.on("error", () => {});
      child.stdin.end(input);
    } catch {
      resolve({}); // No process can be started: the agent continues without us.
    }
  });
}

function readAnswer(output: string): Answer {
  try {
    const answer: unknown = output === "" ? {} : JSON.parse(output);
    const { context, input } = fieldsOf(answer);
    const text = textOf(context);
    return { context: text, ...(isFields(input) ? { input } : {}) };
  } catch {
    return {}; // Not an answer of our hook.
  }
}

function written(payload: object): string {
  try {
    return JSON.stringify(payload);
  } catch {
    return "{}"; // Circular arguments: nothing to record.
  }
}

function within<T>(limit: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, limit, otherwise);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// Far more than is kept of any output, and still quick to send.
const MAX_OUTPUT_CHARS = 64_000;

/** Keeps the start and the end of a long output. */
export function shorten(text: string): string {
  if (text.length <= MAX_OUTPUT_CHARS) return text;
  return `${text.slice(0, MAX_OUTPUT_CHARS / 2)}\n…\n${text.slice(-MAX_OUTPUT_CHARS / 2)}`;
}
