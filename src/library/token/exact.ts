import { TidemarkError } from "../../error.js";
import type { Env } from "../../host/env.js";
import { loadOptional, ownFolder } from "../../host/own-folder.js";
import { estimate } from "./estimate.js";
import type { TokenCounter } from "./port.js";

const PACKAGE = "gpt-tokenizer";
/** The encoding of OpenAI's models since GPT-4o. Those of other makers differ by some percent. */
const ENCODING = "o200k_base";

/** Counts exactly with the optional package `gpt-tokenizer`, installed beside this program or below `folder`. */
export async function exactTokens(folder?: string): Promise<TokenCounter> {
  const found = loadOptional(`${PACKAGE}/encoding/${ENCODING}`, folder ?? ownFolder());
  return counterFrom(found, folder === undefined ? "" : `--prefix '${folder}' `);
}

/** The counter that `TIDEMARK_TOKENS` names. */
export async function chosenTokens(env: Env, home: string): Promise<TokenCounter> {
  const said = env["TIDEMARK_TOKENS"]?.trim() || "estimate";
  if (said === "estimate") return estimate;
  if (said === "exact") return exactTokens(home);
  throw new TidemarkError("bad-argument", `"${said.slice(0, 100)}" is no way to count tokens.`, {
    hint: "Set TIDEMARK_TOKENS to exact or estimate.",
  });
}

/** The counter of a loaded package; `where` is npm's option for the folder in the hint. */
export function counterFrom(found: unknown, where: string): TokenCounter {
  const count = countIn(found);
  if (count === undefined) {
    const what =
      found === undefined
        ? `The package ${PACKAGE} is not installed.`
        : `This version of ${PACKAGE} is not known.`;
    throw new TidemarkError("not-found", what, { hint: `Run: npm install ${where}${PACKAGE}@4` });
  }
  return {
    name: ENCODING,
    count: (text) => inPieces(text).reduce((sum, piece) => sum + count(piece, PLAIN), 0),
  };
}

// The package takes quadratic time for long runs of one kind of character, so they are cut.
const RUN = /([\p{L}\p{M}]{400,}|[^\s\p{L}\p{N}]{400,}|\s{400,})/u;

function inPieces(text: string): string[] {
  if (!RUN.test(text)) return [text];
  return text.split(RUN).flatMap((part, n) => (n % 2 === 0 ? [part] : (part.match(/.{1,256}/gsu) ?? [])));
}

type Count = (text: string, options: object) => number;

/** Counts special tokens as plain text. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** Finds the function in a CommonJS or an ES module. */
function countIn(found: unknown): Count | undefined {
  const { countTokens, default: inner }: { countTokens?: unknown; default?: unknown } =
    typeof found === "object" && found !== null ? found : {};
  if (isCount(countTokens)) return countTokens;
  return inner === undefined ? undefined : countIn(inner);
}

function isCount(value: unknown): value is Count {
  return typeof value === "function";
}
