import { hintOf, messageOf } from "../error.js";
import { configKeys, configPath, configured, configuredIfReadable, unknownKeys } from "../home/config.js";
import type { Env } from "../host/env.js";
import { configuredModel } from "../library/llm/chosen-model.js";
import { configuredChoice } from "../recall/embedder.js";
import { readOwnPatterns } from "../redact/own.js";
import { readQuota } from "../upkeep/clean/quota.js";
import type { Finding } from "./finding.js";

export interface ConfigProblem {
  readonly what: string;
  readonly hint?: string;
  /** Only a key that nothing reads. */
  readonly isUnknown?: true;
}

/** Every problem in `config.json`, each as a sentence. */
export function configProblems(home: string): ConfigProblem[] {
  const problems = new Map<string, ConfigProblem>();
  const note = (check: () => unknown) => {
    try {
      check();
    } catch (error) {
      const what = messageOf(error);
      const named = what.includes(configPath(home)) ? what : `${configPath(home)}: ${what}`;
      problems.set(named, { what: named, hint: hintOf(error) });
    }
  };
  for (const key of configKeys()) note(() => configured(home, key));
  note(() => readQuota(home));
  note(() => configuredChoice(home));
  note(() => configuredModel(home));
  for (const { pattern, why } of readOwnPatterns(configuredIfReadable(home, "redact")).refused) {
    const what = `${configPath(home)}: the pattern ${JSON.stringify(pattern)} in "redact" is not used, ${why}.`;
    const hint =
      'Write plain patterns, such as "acme-[a-z0-9]{8,40}"; a group that is repeated holds one way to match.';
    problems.set(what, { what, hint });
  }
  note(() => {
    for (const key of unknownKeys(home)) {
      const what = `${configPath(home)}: "${key}" is no setting and is ignored.`;
      problems.set(what, { what, hint: `The settings are: ${configKeys().join(", ")}`, isUnknown: true });
    }
  });
  return [...problems.values()];
}

/** The setting that switches automatic checkpoints off, if any. */
export function checkpointsOffBy(home: string, env: Env): string | undefined {
  if (env["TIDEMARK_CHECKPOINTS"] === "off") return "TIDEMARK_CHECKPOINTS=off";
  return configuredIfReadable(home, "checkpoints") === false ? configPath(home) : undefined;
}

export function checkConfig(home: string, env: Env): Finding[] {
  const findings = configProblems(home).map(
    ({ what, hint, isUnknown }): Finding => ({
      name: "config",
      ok: isUnknown ? "warn" : false,
      detail: what,
      hint,
    }),
  );
  const off = checkpointsOffBy(home, env);
  if (off === undefined) return findings;
  return [
    ...findings,
    { name: "checkpoints", ok: "warn", detail: `switched off by ${off}: none is made by itself` },
  ];
}
