import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { buildSync } from "esbuild";
import * as v from "valibot";
import { inject } from "vitest";
import { type Reply, type ToInside, ToOutside } from "./message.js";
import { protocolAt } from "./protocol.js";
import { isAside, type ModelRequest } from "./request.js";
import { say } from "./script.js";

/** Answers the `n`-th request (from 1) of one run of an agent. */
export type Script = (request: ModelRequest, n: number) => Reply;

interface Started {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly script: Script;
  /** Called once the process runs; for tests that end it. */
  readonly onStart?: (pid: number) => void;
}

export interface Run {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the model received of the conversation, in order. */
  readonly requests: ModelRequest[];
  /** What the model was asked beside it: for a title, for a judgement. */
  readonly asides: ModelRequest[];
}

export interface Room {
  readonly modelUrl: string;
  /** True when the room has a network of its own in which only loopback exists. */
  readonly closed: boolean;
  /** The network interfaces the agents see. */
  readonly interfaces: string[];
  /** Method and path of everything that was ever asked of the model. */
  readonly log: string[];
  run(what: Started): Promise<Run>;
  leave(): void;
}

/** A process in a private network namespace that holds the scripted model and runs agents, one at a time. */
export async function openRoom(folder: string): Promise<Room> {
  const entry = join(folder, "inside.mjs");
  buildSync({
    entryPoints: [join(import.meta.dirname, "inside.ts")],
    outfile: entry,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
  });
  const wall = inject("wall");
  const command = [...wall, process.execPath, entry];
  const child = spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "inherit", "inherit", "ipc"] });

  const log: string[] = [];
  let current:
    | (Pick<Run, "requests" | "asides"> & Pick<Started, "script" | "onStart"> & { end: (run: Run) => void })
    | undefined;

  const ready = await new Promise<Extract<ToOutside, { kind: "ready" }>>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`the room ended with ${code}`)));
    child.on("message", (raw) => {
      const message = v.parse(ToOutside, raw);
      switch (message.kind) {
        case "ready":
          return resolve(message);
        case "started":
          return current?.onStart?.(message.pid);
        case "request":
          log.push(`${message.method} ${message.url}`);
          return tell(child, { kind: "reply", number: message.number, reply: answer(message) });
        case "ended":
          return current?.end({ ...message, requests: current.requests, asides: current.asides });
      }
    });
  });

  function answer({ url, body }: { url: string; body: unknown }): Reply {
    const request = protocolAt(url)?.read(body);
    if (!current || !request) return say("This is no conversation.");
    if (isAside(request)) {
      current.asides.push(request);
      return say(ASIDE);
    }
    current.requests.push(request);
    return current.script(request, current.requests.length);
  }

  return {
    modelUrl: `http://127.0.0.1:${ready.port}`,
    closed: wall.length > 0,
    interfaces: ready.interfaces,
    log,
    run: ({ script, onStart, ...what }) =>
      new Promise((resolve) => {
        const end = (run: Run) => {
          current = undefined;
          resolve(run);
        };
        current = { script, requests: [], asides: [], ...(onStart && { onStart }), end };
        tell(child, { kind: "run", ...what });
      }),
    leave: () => child.disconnect(),
  };
}

/** Passes as a title, and as the judgement of who speaks next or which model is to answer. */
const ASIDE =
  '{"reasoning":"Harbour works","next_speaker":"user","model_choice":"flash","title":"Harbour works"}';

function tell(child: ChildProcess, message: ToInside): void {
  child.send(message);
}
