import { TidemarkError } from "../../error.js";
import { loadOptional, ownFolder } from "../../host/own-folder.js";
import type { TokenCounter } from "./port.js";

const PACKAGE = "gpt-tokenizer";
/** What OpenAI's models count by since GPT-4o. Those of other makers differ by some percent. */
const ENCODING = "o200k_base";

/**
 * Counts exactly, by the package `gpt-tokenizer`, which need not be installed: beside this program, or below `folder`.
 * Its table takes a moment to load.
 */
export async function exactTokens(folder?: string): Promise<TokenCounter> {
  const found = loadOptional(`${PACKAGE}/encoding/${ENCODING}`, folder ?? ownFolder());
  return counterFrom(found, folder === undefined ? "" : `--prefix '${folder}' `);
}

/** The counter in what was loaded; `where` is how npm is told the folder to install into. */
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

// The package needs the square of the time for a run of one kind of sign. Cut, such a run counts a token more here and there.
const RUN = /([\p{L}\p{M}]{400,}|[^\s\p{L}\p{N}]{400,}|\s{400,})/u;
const PIECE = 256;

function inPieces(text: string): string[] {
  if (!RUN.test(text)) return [text];
  return text.split(RUN).flatMap((part, n) => (n % 2 === 0 ? [part] : (part.match(CUT) ?? [])));
}

const CUT = new RegExp(`.{1,${PIECE}}`, "gsu");

type Count = (text: string, options: object) => number;

/** A text that holds a model's own signs is counted as any other. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** In whichever form of module it came. */
function countIn(found: unknown): Count | undefined {
  const { countTokens, default: inner }: { countTokens?: unknown; default?: unknown } =
    typeof found === "object" && found !== null ? found : {};
  if (isCount(countTokens)) return countTokens;
  return inner === undefined ? undefined : countIn(inner);
}

function isCount(value: unknown): value is Count {
  return typeof value === "function";
}
