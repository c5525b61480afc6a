import { anyOf } from "./any-of.js";
import { isTitle, itemsBelow } from "./items-below.js";
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
    const text = line.text.replace(/^[^\p{L}\p{N}]+/u, "");
    const label = LABEL.exec(text);
    if (label === null || OPTIONAL.test(text)) continue;
    const rest = text.slice(label[0].length).trim();
    if (rest !== "") yield* several(rest);
    else if (isTitle(line))
      for (const item of itemsBelow(lines, index)) if (item.box !== "ticked") yield item.text;
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
    const match = MARKED.exec(sentence) ?? REMAINS.exec(sentence);
    if (match === null || WEAKENED.test(sentence.slice(0, match.index))) continue;
    yield sentence.slice(match.index + match[0].length).trim();
  }
}

function isAction(text: string): boolean {
  return !isQuestion(text) && !OFFER.test(text) && !NOTHING.test(text) && !TICKED.test(text);
}

const LABEL = new RegExp(
  `^(?:${[
    "(?:immediate |the |your |my |our |what's |what is )?next(?: steps?| actions?| up| tasks?| phase| to do)?",
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
  ].join(
    "|",
  )})\\s*(?:\\([^)]{0,40}\\)|(?:from|for|in|before|after|when|per|pour|de|du|dans|avant) [^:]{1,40}(?=:))?\\s*(?::\\s*|$)`,
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
  "the (?:only )?(?:next|last|remaining|final) (?:big |real |logical )?(?:step|task|thing|piece) (?:is|will be|would be)(?: to)?",
  "next is",
  "next(?:,)? (?:I|we)(?:'ll| will| need to| have to| must| should)",
  "(?:il )?reste (?:encore )?à(?! faire\\s*(?::|$))",
  "(?:il )?reste (?:encore )?(?=(?:l'|la |le |les |des |une? )\\p{L}+ (?:à|de) )",
  "(?:il )?faut encore",
  "(?:on|je|tu|nous) (?:doit|dois|devons) encore",
  "(?:la )?prochaine étape (?:est|sera|consiste)(?: de| d'| à)?",
  "(?:l'étape suivante|la suite) (?:est|consiste)(?: de| d'| à)?",
  "ensuite(?:,)? (?:il faut|on doit|il faudra|on devra)",
]);
const MARKED = /(?<![\p{L}\d_`"'-])(?:TODO|FIXME):\s/u;
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
  /^(?:\d+ (?:pending|open|remaining|left|more|items?|todos?)(?!\p{L}).*|[\w./-]+\.\w{1,5}|none|nothing(?!\p{L}).*|n\/a|no(?:ne)? (?:remaining|further|more|left)|all done|done|-|rien|aucune?|néant|rien d'autre.*)[\s.!]*$/iu;
const TICKED = /^(?:✅|✓|✔|☑|~~|done\b|\[x\])/i;
