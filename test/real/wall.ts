import { spawnSync } from "node:child_process";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The command that puts what follows into a network of its own, or nothing where the system allows none. */
    wall: string[];
  }
}

/** Vitest's global setup: finds out once whether agents can be walled in. */
export default function setup(project: TestProject): void {
  const wall = [["-n"], ["-r", "-n"]].map(namespace).find(works);
  if (!wall) console.warn("no network namespace here: the agents run with the network of this machine");
  project.provide("wall", wall ?? []);
}

function namespace(options: string[]): string[] {
  return ["unshare", ...options, "sh", "-c", 'ip link set lo up && exec "$0" "$@"'];
}

function works([command = "", ...args]: string[]): boolean {
  return spawnSync(command, [...args, "true"]).status === 0;
}
