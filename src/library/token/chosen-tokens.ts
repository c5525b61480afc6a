import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { estimate } from "./estimate.js";
import { exactTokens } from "./exact.js";
import type { TokenCounter } from "./port.js";

/** How tokens are counted: `TIDEMARK_TOKENS=exact` needs a package that may be missing. */
export async function chosenTokens(env: Env, home: string): Promise<TokenCounter> {
  const said = env["TIDEMARK_TOKENS"]?.trim() || "estimate";
  if (said === "estimate") return estimate;
  if (said === "exact") return exactTokens(home);
  throw new TidemarkError("bad-argument", `"${said.slice(0, 100)}" is no way to count tokens.`, {
    hint: "Set TIDEMARK_TOKENS to exact or estimate.",
  });
}
