import type { Env } from "../host/env.js";
import { SETUPS } from "./adapters.js";
import { connectedFiles } from "./known-agent.js";
import { scopeOf } from "./scope.js";
import type { Advice } from "./setup.js";

/** The reason why none of our hooks run in a folder; undefined if they do. */
export function silenced(agent: string, cwd: string, env: Env): Advice | undefined {
  const setup = SETUPS.find(({ name }) => name === agent);
  if (setup === undefined) return undefined;
  try {
    const scopes = [false, true].map((project) => connectedFiles(setup, scopeOf({ env, cwd, project }), env));
    const hooked = scopes
      .map((held) => held.filter(({ file }) => file.part === "hooks"))
      .filter((held) => held.length > 0);
    const inTheWay = hooked.map((held) => {
      const files = held.map(({ file, text }) => ({ path: file.path, text }));
      return setup.advice(files, env).find(({ ok }) => ok === false);
    });
    return inTheWay.every((advice) => advice !== undefined) ? inTheWay[0] : undefined;
  } catch {
    return undefined; // The doctor reports unreadable settings.
  }
}
