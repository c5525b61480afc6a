import { writeSync } from "node:fs";
import { claude } from "../../agent/claude/agent.js";
import type { Agent } from "../../agent/port.js";
import { record } from "../../app/record.js";
import { now } from "../../host/clock.js";
import { dataHome, type Env, hostEnv, isInside } from "../../host/env.js";
import { noteError } from "../../host/log.js";
import { readPayload } from "./stdin.js";

// Below the five seconds the agents are told to grant, and far above what any call takes.
const WAIT_FOR_INPUT = 3_000;

const AGENTS: { readonly [name: string]: Agent } = { claude };

/**
 * `hook.cjs AGENT`: one payload on standard input, an answer or nothing on standard output, exit code 0 whatever
 * happens. A memory that disturbs the work is worse than none.
 */
function main(env: Env, name: string): void {
  const agent = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
  if (agent === undefined || isInside(env)) return;
  let hook = "";
  try {
    const heard = agent.hear(readPayload(WAIT_FOR_INPUT), env);
    if (heard === undefined) return;
    hook = heard.hook;
    const recorded = record(agent, heard, env, identify);
    if (heard.asks === undefined) return;
    // Loaded only here: the database alone costs a fifth of a Node start.
    const { answer }: typeof import("./answer.js") = require("./answer.cjs");
    const text = answer({ ...recorded, asks: heard.asks });
    if (text !== undefined) writeAll(agent.say(hook, text));
  } catch (error) {
    noteError(dataHome(env), { at: now(), agent: agent.name, hook, error: describe(error) });
  }
}

const identify: Parameters<typeof record>[3] = (cwd, home, env) => {
  const place: typeof import("./place.js") = require("./place.cjs");
  return place.identify(cwd, home, env);
};

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

// The process does not wait for a pipe that is being written.
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

main(hostEnv(), process.argv[2] ?? "");
leave(process);

// All is written: leaving at once spares the time Node takes to put its house in order. Not in Node's types.
function leave(host: { reallyExit?: (code: number) => never; exit: (code: number) => never }): never {
  return host.reallyExit === undefined ? host.exit(0) : host.reallyExit(0);
}
