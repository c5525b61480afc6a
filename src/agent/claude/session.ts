import type { Env } from "../../host/env.js";

const NAME = /^[\w.-]{1,100}$/;

/** The session in whose shell we run; "" where it is Claude Code's, but does not say which. Undefined elsewhere. */
export function claudeSession(env: Env): string | undefined {
  const name = env["CLAUDE_CODE_SESSION_ID"] ?? "";
  if (NAME.test(name)) return name;
  return env["CLAUDECODE"] === "1" ? "" : undefined;
}
