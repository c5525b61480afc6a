import { spawn } from "node:child_process";
import { deadline } from "../../host/clock.js";
import { fieldsOf, isFields, textOf } from "../payload/fields.js";
import { type Answer, HOOKS, type HookName, type Wire } from "./wire.js";

export type Payload = Omit<Wire, "hook_event_name" | "session_id" | "cwd" | "pid" | "late">;

/** The way from inside an agent to the hook. None of it throws, prints or keeps the agent for longer than a hook's limit. */
export interface HookLine {
  /** Hands over what needs no answer, after all that was handed over of its session before. */
  tell(hook: HookName, session: string, payload: Payload): void;
  /** The same, and the answer: empty where there is none in time. */
  ask(hook: HookName, session: string, payload: Payload): Promise<Answer>;
  /** All that was handed over has arrived, or the limit is over. */
  settle(): Promise<void>;
}

export interface LineEnds {
  /** The shell command that runs the hook. */
  readonly command: string;
  /** Where the agent works now. */
  cwd(): string;
}

// A hook that hangs is given up, and one that hangs every time does not fill the agent's memory.
const MAX_RUN_MS = 8_000;
const MAX_SETTLE_MS = 4_000;
const MAX_WAITING_CALLS = 300;

/** Calls of one session are made one after the other: what is told first is recorded first. */
export function openLine({ command, cwd }: LineEnds): HookLine {
  const last = new Map<string, Promise<Answer>>();
  let waiting = 0;

  function call(hook: HookName, session: string, payload: Payload, isLate = () => false): Promise<Answer> {
    if (waiting >= MAX_WAITING_CALLS) return Promise.resolve({});
    waiting += 1;
    // Written down now: what it is about may change before its turn comes.
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

/** One run of the hook. It always ends, and never by an error. */
function runHook(command: string, input: string): Promise<Answer> {
  return new Promise((resolve) => {
    try {
      // Its error output is nobody's: the agent's screen is not ours.
      const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
      let output = "";
      const end = () => {
        clearTimeout(giveUp);
        resolve(readAnswer(output));
      };
      // The shell's own child may live on and hold the pipe: it is not waited for.
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
      // It may be gone before it has read all.
      child.stdin.on("error", () => {});
      child.stdin.end(input);
    } catch {
      resolve({}); // No process can be started: the agent goes on without us.
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
    return {}; // Not our hook's words.
  }
}

function written(payload: object): string {
  try {
    return JSON.stringify(payload);
  } catch {
    return "{}"; // Arguments that hold themselves: nothing to record.
  }
}

function within<T>(limit: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, limit, otherwise);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

// Far above what is kept of any output, and far below what would take time to hand over.
const MAX_OUTPUT_CHARS = 64_000;

/** The beginning and the end of a long text: what a command printed may be of any length. */
export function shorten(text: string): string {
  if (text.length <= MAX_OUTPUT_CHARS) return text;
  return `${text.slice(0, MAX_OUTPUT_CHARS / 2)}\n…\n${text.slice(-MAX_OUTPUT_CHARS / 2)}`;
}
