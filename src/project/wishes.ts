import type { Style } from "../extra/profile/profile.js";
import { BRANCH, type Env } from "../host/env.js";
import type { Language } from "../text/words/language.js";

/** What the environment asks for. */
export function wishes(env: Env): { language?: Language; style?: Style; line?: string } {
  const line = env[BRANCH];
  const chosen = env["TIDEMARK_LANGUAGE"];
  const style = env["TIDEMARK_STYLE"];
  return {
    ...(chosen === "en" || chosen === "fr" ? { language: chosen } : {}),
    ...(style === "codes" || style === "prose" ? { style } : {}),
    ...(line ? { line } : {}),
  };
}
