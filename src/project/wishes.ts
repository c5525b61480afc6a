import { BRANCH, type Env } from "../host/env.js";
import type { Style } from "../model/fold/declared/declared.js";
import type { Language } from "../text/words/language.js";

/** What the environment asks for. */
export function wishes(env: Env): { language?: Language; style?: Style; workBranch?: string } {
  const workBranch = env[BRANCH];
  const chosen = env["TIDEMARK_LANGUAGE"];
  const style = env["TIDEMARK_STYLE"];
  return {
    ...(chosen === "en" || chosen === "fr" ? { language: chosen } : {}),
    ...(style === "codes" || style === "prose" ? { style } : {}),
    ...(workBranch ? { workBranch } : {}),
  };
}
