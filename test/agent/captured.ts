import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../src/agent/port.js";
import { boundsWith } from "../../src/capture/bound.js";
import { capture } from "../../src/capture/capture.js";
import { projectPath } from "../../src/capture/place/path.js";
import type { Draft } from "../../src/event/registry.js";
import type { Env } from "../../src/host/env.js";
import { redact } from "../redact.js";

const bounds = boundsWith(redact);

export interface Payload {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** The payloads of a session as an agent sent them. */
export function recordedPayloads(agent: string): Payload[] {
  return readFileSync(join(import.meta.dirname, "../fixture", agent, "session.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What a payload becomes, in a project at `cwd`. */
export function capturedBy(agent: Agent, payload: unknown, cwd: string, env: Env = {}): Draft[] {
  return (agent.hear(payload, env)?.signals ?? []).flatMap((signal) =>
    capture(signal, (path) => projectPath(path, cwd, cwd), bounds),
  );
}
