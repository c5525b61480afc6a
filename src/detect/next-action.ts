import { anyOf } from "./any-of.js";
import { isQuestion } from "./question.js";
import { type Line, linesIn, sentencesIn } from "./sentence.js";
import { shortLine } from "./short-line.js";

/** What a text says is still to be done. Offers ("let me know if you want…") are not. */
export function nextActionsIn(text: string): string[] {
  const found = new Set<string>();
  for (const action of [...listed(linesIn(text)), ...spoken(text)]) {
    const short = isAction(action) ? shortLine(action) : undefined;
    if (short !== undefined && short.length > 3) found.add(short);
    if (found.size === MOST) break;
  }
  return [...found];
}

const MOST = 8;

/** Open boxes, and what stands on or below a line such as "Next steps:". */
function* listed(lines: readonly Line[]): Generator<string> {
  for (const [index, line] of lines.entries()) {
    if (line.box === "open") yield line.text;
    const label = LABEL.exec(line.text);
    if (label === null || OPTIONAL.test(line.text)) continue;
    const rest = line.text.slice(label[0].length).trim();
    const isTitle = line.kind === "heading" || /:\s*$/.test(label[0]);
    if (rest !== "") {
      if (/:\s*$/.test(label[0])) yield* several(rest);
    } else if (isTitle) yield* below(lines, index);
  }
}

/** The items right below a title, of the outermost list only. */
function* below(lines: readonly Line[], title: number): Generator<string> {
  let indent: number | undefined;
  for (const line of lines.slice(title + 1)) {
    if (line.kind === "blank") continue;
    if (line.kind !== "item") {
      // The text below a title is one action if no list follows.
      if (indent === undefined && line.kind === "plain" && line.text.length < 160) yield line.text;
      if (indent === undefined || line.indent <= indent) return;
      continue;
    }
    indent ??= line.indent;
    if (line.indent > indent || line.box === "ticked" || TICKED.test(line.text)) continue;
    yield line.text;
  }
}

/** "1) this 2) that", "this; that". */
function several(text: string): string[] {
  const numbered = text.split(/(?:^|[\s,;])\(?\d[.)]\s+/).filter((part) => part.trim() !== "");
  return numbered.length > 1 ? numbered : text.split(/;\s+/);
}

function* spoken(text: string): Generator<string> {
  for (const { text: sentence } of sentencesIn(text)) {
    if (isQuestion(sentence)) continue;
    const match = REMAINS.exec(sentence);
    if (match === null || WEAKENED.test(sentence.slice(0, match.index))) continue;
    yield sentence.slice(match.index + match[0].length).trim();
  }
}

function isAction(text: string): boolean {
  return !isQuestion(text) && !OFFER.test(text) && !NOTHING.test(text) && !TICKED.test(text);
}

const LABEL = new RegExp(
  `^(?:${[
    "(?:suggested |recommended |possible |immediate |the |your |my |our )?next(?: steps?| actions?| up| tasks?| to do)?",
    "(?:what(?:'s| is) )?(?:still )?(?:remaining|left)(?: (?:to do|work|tasks?|steps?|items?))?",
    "still (?:to do|open|missing|pending)",
    "to-?do(?: list| next)?s?",
    "(?:pending|open|outstanding)(?: (?:tasks?|items?|work|todos?))",
    "follow-?ups?",
    "(?:les? )?prochaines? (?:étapes?|actions?|tâches?)",
    "(?:il )?reste(?: à faire)?",
    "(?:ce qu'il )?reste à faire",
    "à faire(?: ensuite)?",
    "étapes? suivantes?",
    "(?:la )?suite",
    "ensuite",
  ].join("|")})\\s*(?:\\([^)]{0,40}\\))?\\s*(?::\\s*|$)`,
  "iu",
);
const OPTIONAL = /optional|facultati|if you (?:want|like)|si tu veux|si vous voulez/i;

const REMAINS = anyOf([
  "(?:I|we|you)(?:'ll)? still (?:need|have|must)(?: to)?",
  "(?:I|we)'ve still (?:got )?to",
  "still (?:need|needs|have) to",
  "still (?:to do|to be done)\\s*:",
  "what(?:'s| is)? (?:remains|left|still missing) (?:is|to do is)(?: to)?",
  "(?:all that|only thing|one thing)(?: that)?(?:'s| is)? (?:remains|left)(?: to do)? is(?: to)?",
  "the (?:only )?(?:next|last|remaining|final) (?:step|task|thing|piece) (?:is|will be|would be)(?: to)?",
  "(?:TODO|FIXME)\\s*:",
  "next(?:,)? (?:I|we)(?:'ll| will| need to| have to| must| should)",
  "(?:il )?reste (?:encore )?à(?! faire\\s*(?::|$))",
  "(?:il )?reste (?:encore )?(?=(?:l'|la |le |les |des |une? )\\p{L}+ (?:à|de) )",
  "(?:il )?faut encore",
  "(?:on|je|tu|nous) (?:doit|dois|devons) encore",
  "(?:la )?prochaine étape (?:est|sera|consiste)(?: de| d'| à)?",
  "(?:l'étape suivante|la suite) (?:est|consiste)(?: de| d'| à)?",
  "ensuite(?:,)? (?:il faut|on doit|il faudra|on devra)",
]);
const WEAKENED = anyOf([
  "if",
  "unless",
  "whether",
  "don't",
  "doesn't",
  "not",
  "no",
  "nothing",
  "once",
  "si",
  "s'",
  "sauf si",
  "ne",
  "n'",
  "rien",
  "whatever",
  "so you",
  "that",
]);

const OFFER = anyOf([
  "let me know",
  "would you like",
  "do you want",
  "want me to",
  "shall I",
  "should I",
  "I can (?:also|now|then)?",
  "I could",
  "happy to",
  "feel free",
  "if you(?:'d)? (?:want|like|prefer|need|wish)",
  "ready (?:to|for|when)",
  "dis-moi si",
  "dites-moi si",
  "si tu (?:veux|préfères|souhaites)",
  "si vous (?:voulez|préférez|souhaitez)",
  "je peux (?:aussi|également)",
  "n'hésite",
  "n'hésitez",
  "veux-tu",
  "voulez-vous",
]);
const NOTHING =
  /^(?:none|nothing(?!\p{L}).*|n\/a|no(?:ne)? (?:remaining|further|more|left)|all done|done|-|rien|aucune?|néant|rien d'autre.*)[\s.!]*$/iu;
const TICKED = /^(?:✅|✓|✔|☑|~~|done\b|\[x\])/i;
