import { dirname } from "node:path";
import { type ConnectedFile, connectedFiles } from "../agent/known-agent.js";
import { scopeOf } from "../agent/scope.js";
import type { AgentSetup, InstalledHook, Scope } from "../agent/setup.js";
import { hintOf, messageOf } from "../error.js";
import type { Env } from "../host/env.js";
import { type Finding, finding, SET_UP } from "./finding.js";
import { wiringFor } from "./wiring.js";

export interface AgentCheck {
  readonly setup: AgentSetup;
  /** Our parts are in its files, or its files are broken. */
  readonly isConnected: boolean;
  /** Its hooks come from a plugin, which has its own program. */
  readonly isPlugin?: true;
  readonly findings: readonly Finding[];
  /** Without duplicates. */
  readonly hooks: readonly InstalledHook[];
}

/** Checks an agent's settings of the user and of the project. */
export function checkAgent(setup: AgentSetup, env: Env, cwd: string): AgentCheck {
  const checks = [true, false].map((project) => checkScope(setup, scopeOf({ env, cwd, project }), env));
  const hooks = checks.flatMap((check) => check.hooks);
  const plugged = hooks.length === 0 ? (setup.pluginHooks?.(env) ?? []) : [];
  if (plugged.length > 0) {
    const found = finding("settings", true, `as a plugin, ${plugged.length} hooks`);
    return { setup, isConnected: true, isPlugin: true, findings: [found], hooks: plugged };
  }
  const isTwice = checks.every((check) => check.hooks.length > 0);
  const findings = checks.flatMap((check) => check.findings);
  return {
    setup,
    isConnected: findings.length > 0,
    findings: isTwice ? [...findings, recordedTwice(setup)] : findings,
    hooks: [...new Map(hooks.map((hook) => [`${hook.event} ${hook.command}`, hook])).values()],
  };
}

interface ScopeCheck {
  readonly findings: readonly Finding[];
  readonly hooks: readonly InstalledHook[];
}

function checkScope(setup: AgentSetup, scope: Scope, env: Env): ScopeCheck {
  try {
    const found = connectedFiles(setup, scope, env);
    const withHooks = found.filter(({ file }) => file.part === "hooks");
    const hooks = withHooks.flatMap(({ file, text }) => file.hooks(text));
    if (found.length === 0) return { findings: [], hooks };
    // A project's files may come from anywhere, so run only the hooks that init would write.
    const isTrusted = scope.is === "user" || withHooks.every((one) => isCurrent(one, setup, env));
    if (!isTrusted) return { findings: [notRun(withHooks)], hooks: [] };
    const advice = setup.advice(
      withHooks.map(({ file, text }) => ({ path: file.path, text })),
      env,
    );
    const settings = judge(setup, found, hooks, env);
    // If hooks are switched off, do not report them as complete.
    const isOff = advice.some(({ ok }) => ok === false);
    const findings = [
      ...(isOff && settings.ok === true ? [] : [settings]),
      ...advice.map(({ ok, detail, hint }) => finding("settings", ok, withoutAssurance(detail), hint)),
    ];
    return { findings, hooks };
  } catch (error) {
    const found = finding(
      "settings",
      false,
      withoutAssurance(messageOf(error)),
      withoutAssurance(hintOf(error)),
    );
    return { findings: [found], hooks: [] };
  }
}

/** Drops the assurance that nothing was changed, because checking changes nothing anyway. */
function withoutAssurance<T extends string | undefined>(text: T): string | T {
  return text?.replace(/; nothing was changed(?=\.$)/, "") ?? text;
}

function judge(
  setup: AgentSetup,
  found: readonly ConnectedFile[],
  hooks: readonly InstalledHook[],
  env: Env,
): Finding {
  const name = "settings";
  const where = placeOf(found.filter(({ file }) => file.part === "hooks"));
  if (where === undefined) return finding(name, false, `${placeOf(found)} is there, but no hooks`, SET_UP);
  const missing = Object.keys(setup.limits).filter((event) => !hooks.some((hook) => hook.event === event));
  if (missing.length > 0) return finding(name, false, `${where} lacks ${missing.join(", ")}`, SET_UP);
  const stale = found.find((one) => !isCurrent(one, setup, env));
  if (stale !== undefined)
    return finding(name, "warn", `${stale.file.path} has something else than init would write now`, SET_UP);
  const parts = [...new Set(found.map(({ file }) => file.part))].filter((part) => part !== "hooks");
  const beside = parts.length > 0 ? `, ${parts.join(" and ")}` : "";
  return finding(name, true, `${where}, ${hooks.length} hooks${beside}`);
}

function isCurrent({ file, text }: ConnectedFile, { name }: AgentSetup, env: Env): boolean {
  return file.add(text, wiringFor(env, name)) === text;
}

function notRun(withHooks: readonly ConnectedFile[]): Finding {
  return finding(
    "settings",
    "warn",
    `${placeOf(withHooks)} has hooks that name Tidemark and are not what init would write; they were not run`,
    "Look at them: they came with the project, or from another Tidemark. Ours are written by: tidemark init --project",
  );
}

function placeOf(found: readonly ConnectedFile[]): string | undefined {
  const [first, ...others] = found.map(({ file }) => file.path);
  return first === undefined || others.length === 0 ? first : dirname(first);
}

function recordedTwice({ name, title }: AgentSetup): Finding {
  return finding(
    "settings",
    "warn",
    `${title} has our hooks for you and for this project: what is done here is recorded twice`,
    `Run: tidemark remove --project --agent ${name}`,
  );
}
