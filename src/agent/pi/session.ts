import type { Env } from "../../host/env.js";

const NAME = /^[\w.-]{1,100}$/;

/** The session in whose shell we run; "" where it is pi's, but does not say which. Undefined elsewhere. */
export function piSession(env: Env): string | undefined {
  if (env["PI_CODING_AGENT"] !== "true") return undefined;
  const name = env["PI_SESSION_ID"] ?? "";
  return NAME.test(name) ? name : "";
}
