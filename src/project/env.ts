import { SHELLS } from "../agent/agents.js";
import { BRANCH, type Env } from "../host/env.js";
import type { Style } from "../model/fold/declared/declared.js";
import type { Language } from "../text/words/language.js";
import type { Speaker } from "./declare.js";

/** The session of the agent whose shell runs the command line. Its id is "" if the shell does not say. */
export function speakerIn(env: Env): Speaker | undefined {
  for (const { agent, session: name, mark } of SHELLS) {
    const session = env[name] ?? "";
    if (/^[\w.-]{1,100}$/.test(session)) return { session, agent };
    if (env[mark[0]] === mark[1]) return { session: "", agent };
  }
  return undefined;
}

interface Preferences {
  readonly language?: Language;
  /** The language of the machine, for somebody who has written nothing yet. */
  readonly locale?: Language;
  readonly style?: Style;
  readonly workBranch?: string;
}

/** Language, style and branch of work that the environment sets. */
export function preferencesIn(env: Env): Preferences {
  const workBranch = env[BRANCH];
  const chosen = env["TIDEMARK_LANGUAGE"];
  const style = env["TIDEMARK_STYLE"];
  // Only what is set: callers spread the result over their defaults.
  return {
    ...(chosen === "en" || chosen === "fr" ? { language: chosen } : {}),
    ...(/^fr(?![a-z])/i.test(localeIn(env)) ? { locale: "fr" } : {}),
    ...(style === "codes" || style === "prose" ? { style } : {}),
    ...(workBranch ? { workBranch } : {}),
  };
}

function localeIn(env: Env): string {
  return env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
}
