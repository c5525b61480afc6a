import type { Refused } from "../../capture/redact/own.js";
import { messageOf, TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { readQuota } from "../clean/quota.js";
import { configuredModel } from "../config/chosen-model.js";
import { configPath, malformedConfig, readConfig } from "../config/config.js";
import { useOwnPatterns } from "../config/own-patterns.js";
import { configuredChoice } from "../recall/embedder.js";
import type { Finding } from "./finding.js";

/** What is wrong with what a person chose for this data folder, in a sentence; undefined where nothing is. */
export function configProblem(home: string): { readonly what: string; readonly hint?: string } | undefined {
  try {
    readQuota(home);
    configuredChoice(home);
    configuredModel(home);
    const { checkpoints } = readConfig(home);
    if (checkpoints !== undefined && typeof checkpoints !== "boolean") throw malformedConfig(home);
    const [refused] = useOwnPatterns(home);
    if (refused !== undefined) throw unusable(home, refused);
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

function unusable(home: string, { pattern, why }: Refused): TidemarkError {
  return new TidemarkError(
    "settings-malformed",
    `${configPath(home)}: the pattern ${JSON.stringify(pattern)} in "redact" is not used, ${why}.`,
    {
      hint: 'Write plain patterns, such as "acme-[a-z0-9]{8,40}"; a group that is repeated holds one way to match.',
    },
  );
}
