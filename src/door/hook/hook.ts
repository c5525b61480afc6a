import { writeSync } from "node:fs";
import { claude } from "../../agent/claude/agent.js";
import type { Agent } from "../../agent/port.js";
import { record } from "../../app/record.js";
import { now } from "../../host/clock.js";
import { dataHome, hostEnv, isInside } from "../../host/env.js";
import { noteError } from "../../host/log.js";
import { readStdin } from "./stdin.js";

// Below the five seconds the agents are told to grant, and far above what any call takes.
const WAIT_FOR_INPUT = 3_000;

const AGENTS: { readonly [name: string]: Agent } = { claude };

/**
 * `hook.cjs AGENT`: one payload on standard input, an answer or nothing on standard output, exit code 0 whatever
 * happens. A memory that disturbs the work is worse than none.
 */
function main(): void {
  const env = hostEnv();
  const agent = Object.hasOwn(AGENTS, process.argv[2] ?? "") ? AGENTS[process.argv[2] ?? ""] : undefined;
  if (agent === undefined || isInside(env)) process.exit(0);
  readStdin(WAIT_FOR_INPUT, (input) => {
    let hook = "";
    try {
      const heard = input === undefined ? undefined : agent.hear(parse(input), env);
      if (heard !== undefined) {
        hook = heard.hook;
        const recorded = record(agent, heard, env);
        if (heard.asks !== undefined) {
          // Loaded only here: the database alone costs a fifth of a Node start.
          const { answer }: typeof import("./answer.js") = require("./answer.cjs");
          const text = answer({ ...recorded, asks: heard.asks });
          if (text !== undefined) writeAll(agent.say(heard.hook, text));
        }
      }
    } catch (error) {
      noteError(dataHome(env), { at: now(), agent: agent.name, hook, error: describe(error) });
    }
    process.exit(0);
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function parse(input: Buffer): unknown {
  const text = input.toString("utf8");
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined; // Not a payload: there is nothing to record.
  }
}

// process.exit does not wait for a pipe that is being written.
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

main();
