/**
 * Strings of which a text must contain one for a pattern to match; undefined if there are none. Looking for them first
 * spares most searches. Reads what lower-case patterns of this project use: groups, alternatives, classes, quantifiers.
 */
export function neededBy({ source }: RegExp): readonly string[] | undefined {
  return alternativesOf({ source, at: 0 });
}

/** A position in the source of a pattern. */
interface Reader {
  readonly source: string;
  at: number;
}

type Needed = readonly string[] | undefined;

/** Reads up to the end of a group or of the source. Each alternative must need something. */
function alternativesOf(reader: Reader): Needed {
  const found: string[] = [];
  let isNeeding = true;
  do {
    const needed = sequenceOf(reader);
    if (needed === undefined) isNeeding = false;
    else found.push(...needed);
  } while (reader.source[reader.at++] === "|");
  return isNeeding ? found : undefined;
}

/** Reads one alternative. The part of it with the longest strings says most. */
function sequenceOf(reader: Reader): Needed {
  let best: Needed;
  let run = "";
  const offer = (needed: Needed) => {
    if (needed !== undefined && shortest(needed) > shortest(best)) best = needed;
  };
  const endRun = () => {
    offer([run]);
    run = "";
  };
  while (reader.at < reader.source.length && !"|)".includes(reader.source.charAt(reader.at))) {
    const part = partOf(reader);
    const quantifier = QUANTIFIER.exec(reader.source.slice(reader.at, reader.at + 8))?.[0] ?? "";
    reader.at += quantifier.length;
    const isOptional = /^(?:\?|\*|\{0)/.test(quantifier);
    if (typeof part === "string" && !isOptional) run += part;
    if (typeof part !== "string" || quantifier !== "") endRun();
    if (typeof part !== "string" && !isOptional) offer(part);
  }
  endRun();
  return best;
}

/** Reads a letter, or what a group needs; undefined for all else. */
function partOf(reader: Reader): string | Needed {
  const { source } = reader;
  const first = source.charAt(reader.at++);
  if (first === "(") {
    const opening = /^\?(?::|<?[=!])/.exec(source.slice(reader.at, reader.at + 3))?.[0] ?? "";
    reader.at += opening.length;
    const needed = alternativesOf(reader);
    return opening === "?:" || opening === "" ? needed : undefined;
  }
  if (first === "[") {
    while (source.charAt(reader.at) !== "]") reader.at += source.charAt(reader.at) === "\\" ? 2 : 1;
    reader.at++;
    return undefined;
  }
  if (first === "\\") {
    const escaped = source.charAt(reader.at++);
    return /\w/.test(escaped) ? undefined : escaped;
  }
  return "^$.".includes(first) ? undefined : first;
}

const QUANTIFIER = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/;

function shortest(needed: Needed): number {
  return needed === undefined ? 0 : Math.min(...needed.map((text) => text.length));
}
