import type { Env } from "../../host/env.js";

const NAME = /^[\w.-]{1,100}$/;

/** The session in whose shell we run; "" where it is Codex's, but does not say which. Undefined elsewhere. */
export function codexSession(env: Env): string | undefined {
  const name = env["CODEX_SESSION_ID"] ?? env["CODEX_THREAD_ID"] ?? "";
  if (NAME.test(name)) return name;
  return env["CODEX_CI"] === "1" ? "" : undefined;
}
