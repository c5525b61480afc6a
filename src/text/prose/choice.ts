import { shortLine, wordings } from "../words/wording.js";
import { lowerOf } from "./sentence.js";

export interface Decision {
  readonly choice: string;
  readonly reason?: string;
  readonly rejected: readonly string[];
  /**
   * The earlier decision that it takes back without naming it: "actually, let's go with memcached" the latest, "let's
   * switch to memcached" the only one that can be meant.
   */
  readonly takesBack?: "latest" | "only";
}

export interface Reading {
  /** Keep the articles. */
  readonly isLiteral?: boolean;
  /** "X over Y" is a comparison here, unlike "gRPC over HTTP". */
  readonly isComparing?: boolean;
}

/** Reads "X instead of Y because Z". Undefined if X is only a reference such as "that one". */
export function readChoice(text: string, { isLiteral, isComparing }: Reading = {}): Decision | undefined {
  const [before, why] = partAt(text, becauseIn);
  const [chosen, against] = partAt(before, isComparing === true ? overIn : insteadIn);
  const named = (isLiteral === true ? chosen : chosen.replace(LEADING, "")).replace(TRAILING, "");
  const choice = shortLine(named.split(/ [—–] |; /, 1)[0] ?? "");
  if (choice === undefined || choice.length < 3 || isPointing(choice) || isErrand(chosen)) return undefined;
  const rejected = isErrand(against) ? [] : alternatives(against.replace(/\)\s*[.!]?$/, ""));
  return { choice, reason: shortLine(why), rejected };
}

/** Whether a choice is more than a reference such as "that one". */
export function isChoosable(choice: string): boolean {
  return !isPointing(choice) && !/[()/=<>{}#]/.test(choice);
}

/** Splits "Y or Z", but not a long clause. */
export function alternatives(text: string): string[] {
  const clause = text.split(CLAUSE_END, 1)[0] ?? "";
  const parts = clause.split(/,? (?:or|nor|and|ou|ni|et) |, /);
  return (parts.every((part) => part.trim().split(" ").length <= 4) ? parts : [clause])
    .map((part) => shortLine(part.replace(LEADING, "").replace(TRAILING, ""), 80))
    .filter((part) => part !== undefined)
    .filter((part) => !isPointing(part))
    .slice(0, 4);
}

/** Whether a choice is only a reference such as "option 2" or "that". */
function isPointing(choice: string): boolean {
  const lower = lowerOf(choice);
  return POINTING.test(lower) || ORDINAL.test(lower);
}

/** Whether a choice is only a step: "use the debugger to see it". */
function isErrand(text: string): boolean {
  return ERRAND.test(lowerOf(text));
}

function partAt(text: string, search: typeof becauseIn): readonly [string, string] {
  const match = search(lowerOf(text));
  if (match === undefined) return [text, ""];
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

const ERRAND =
  /\b(?:to|pour) (?:check|see|look|find|debug|investigate|verify|view|read|inspect|try|fetch|confirm|edit|search|figure|reproduce|vérifier|voir|regarder|trouver|chercher|déboguer|lire|essayer)\b/;
// A name ends before its place: "npm in this repo".
const CLAUSE_END =
  / [—–] |[;:] | (?:in|for|dans|pour) (?:this|the|our|ce|cet|cette|le|la|les|notre)\b|, (?:which|so|and|as|since|[a-z]{2,20}ing|ce qui|donc|et)\b/;
const LEADING =
  /^\s*(?:(?:to|that|on|for|using|with|the|a|an|our|de|d'|que|le|la|les|l'|un|une|des)(?:\s+|(?<=')))+/i;

// These say how long a choice holds, or that it is another one.
const TRAILING =
  /(?:[\s,]+(?:instead|after all|from now on|going forward|anymore|any more|please|then|everywhere|à la place|finalement|désormais|dorénavant|à partir de maintenant|partout|stp|svp))+[\s.!]*$/i;

const POINTING =
  /^(?:(?:it|that|this|them|these|those|ça|cela)(?: .*)?|both|all|one|ones|yours?|mine|ours|you|me|ahead|from there|defaults?|recommendation|ça|cela|ceci|lui|elle|celui-ci|celle-là|tout|tous|ta proposition|options? #?[\da-d](?![a-z]).*|(?:options?|choices?|variante?s?|solutions?|approach|approche|number|no\.?|nr\.?|plan|ton|ta|cette|ce|l')?\s*(?:#?\d+|[a-d]|[ivx]+)?(?:\s*(?:and|or|et|ou|\+)\s*(?:#?\d+|[a-d]))?)$/;
const ORDINAL =
  /^(?:(?:the|la|le) )?(?:first|second|third|last|former|latter|other|same|simplest|simple|recommended|your|my|this|that|première|deuxième|seconde|dernière)(?: (?:one|option|approach|solution|idea|suggestion|plan|way|choice))?$/;

const INSTEAD = [
  "instead → ,? ?instead of(?: (?:using|with|going with))?",
  "rather → ,? ?rather than(?: (?:using|with|going with))?",
  "opposed → ,? ?as opposed to",
  "place of → ,? ?in place of",
  ", not|, and not → (?<=,) (?:and )?not(?: (?:with|on|in|the))?",
  "plutôt → ,? ?plutôt (?:que|qu')(?: d'utiliser| de| d')?",
  "au lieu → ,? ?au lieu (?:de|d'|du|des)(?: la| l'| ?utiliser)?",
  "à la place → ,? ?à la place de",
  "et non → ,? ?et non(?: pas)?(?: de| d')?",
  ", pas|et pas → (?:(?<=,) pas|,? ?et pas)(?: de| d')?",
  // "tabs not spaces"
  " not  → (?<=^\\s*[\\w`.-]+ )not(?= [\\w`.-]+[.!]?$)",
  "rejected:|rejeté → [;,]? ?\\(?(?:rejected|rejetée?s?)\\s*:",
] as const;
const insteadIn = wordings(INSTEAD);
const overIn = wordings([...INSTEAD, " over  → over"]);

const becauseIn = wordings([
  "because → ,? ?because(?: of)?",
  "since → ,? ?since",
  "due to → ,? ?due to",
  " as  → ,? ?as (?=(?:it|this|that|they|we)['\\s])(?!(?:it|this|that|they) (?:is|are|was|were)(?:\\s*$|[.,]))",
  "so that|in order to → ,? ?(?:so that|in order to)",
  "given that|thanks to → ,? ?(?:given that|thanks to)",
  "to avoid|to prevent → ,? ?to (?:avoid|prevent)",
  "car  → ,? ?car",
  "parce qu|puisqu → ,? ?(?:parce|puis) ?(?:que|qu')",
  "vu que|étant donné → ,? ?(?:vu que|étant donné que)",
  "cause d|grâce → ,? ?(?:à cause d[eu]|grâce à)",
  "afin|pour éviter|pour que → ,? ?(?:afin (?:de|d'|que)|pour éviter|pour que)",
]);
