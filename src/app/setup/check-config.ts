import { messageOf, TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { readQuota } from "../clean/quota.js";
import { configPath, malformedConfig, readConfig } from "../config.js";
import { configuredChoice } from "../recall/embedder.js";
import type { Finding } from "./finding.js";

/** What is wrong with what a person chose for this data folder, in a sentence; undefined where nothing is. */
export function configProblem(home: string): { readonly what: string; readonly hint?: string } | undefined {
  try {
    readQuota(home);
    configuredChoice(home);
    const { checkpoints } = readConfig(home);
    if (checkpoints !== undefined && typeof checkpoints !== "boolean") throw malformedConfig(home);
    return undefined;
  } catch (error) {
    const what = messageOf(error);
    const named = what.includes(configPath(home)) ? what : `${configPath(home)}: ${what}`;
    const hint = error instanceof TidemarkError ? error.hint : undefined;
    return { what: named, ...(hint === undefined ? {} : { hint }) };
  }
}

/** What switches checkpoints off that are made by themselves; undefined where they are made. */
export function checkpointsOffBy(home: string, env: Env): string | undefined {
  if (env["TIDEMARK_CHECKPOINTS"] === "off") return "TIDEMARK_CHECKPOINTS=off";
  try {
    return readConfig(home).checkpoints === false ? configPath(home) : undefined;
  } catch {
    return undefined; // That it cannot be read is said by itself.
  }
}

/** For `doctor`. */
export function checkConfig(home: string, env: Env): Finding[] {
  const problem = configProblem(home);
  const off = checkpointsOffBy(home, env);
  return [
    ...(problem === undefined
      ? []
      : [
          {
            name: "config",
            ok: false,
            detail: problem.what,
            ...(problem.hint === undefined ? {} : { hint: problem.hint }),
          },
        ]),
    ...(off === undefined
      ? []
      : [
          {
            name: "checkpoints",
            ok: "warn" as const,
            detail: `switched off by ${off}: none is made by itself`,
          },
        ]),
  ];
}
