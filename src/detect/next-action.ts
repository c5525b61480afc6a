import { isTitle, itemsBelow } from "./items-below.js";
import { isQuestion } from "./question.js";
import { type Line, linesIn, lowerOf, proseIn, sentencesIn, sentencesOf } from "./sentence.js";
import { shortLine } from "./short-line.js";
import { type Find, openings, wordings } from "./wording.js";

/** What a text says is still to be done. Offers ("let me know if you want…") are not. */
export function nextActionsIn(text: string): string[] {
  const found = new Set<string>();
  for (const action of [...listed(text), ...spoken(text)]) {
    const short = isAction(action) ? shortLine(action) : undefined;
    if (short !== undefined && short.length > 3) found.add(short);
    if (found.size === MOST) break;
  }
  return [...found];
}

const MOST = 8;

/** Open boxes, and what stands on or below a line or a sentence such as "Next steps:". */
function* listed(text: string): Generator<string> {
  const lines = linesIn(text);
  const labelIn = LABELS.within(proseIn(text));
  for (const [index, line] of lines.entries()) {
    if (line.box === "open") yield line.text;
    if (labelIn === undefined && !isTitle(line)) continue;
    const said = line.text.replace(/^[^a-zA-ZÀ-ÿ]+/, "");
    const lower = lowerOf(said.slice(0, LONGEST_LABEL));
    const label = labelIn?.(lower);
    if (label === undefined && labelIn !== undefined) yield* withinLine(lines, index, labelIn);
    if ((label === undefined && !(isTitle(line) && DUTY.test(lower))) || isOptional(lower)) continue;
    const rest = label === undefined ? "" : said.slice(label[0].length).trim();
    if (rest !== "") yield* several(rest);
    else if (isTitle(line)) yield* openBelow(lines, index);
  }
}

/** "It works. Next: publish it." A label in the middle of a line speaks for its sentence alone. */
function* withinLine(lines: readonly Line[], index: number, labelIn: Find): Generator<string> {
  const line = lines[index];
  if (line === undefined) return;
  for (const { text, lower } of sentencesOf(line).slice(1)) {
    const label = labelIn(lower);
    if (label === undefined || isOptional(lower)) continue;
    const rest = text.slice(label[0].length).trim();
    if (rest === "" && line.text.endsWith(text) && isTitle(line)) yield* openBelow(lines, index);
    else if (!CONDITION.test(lowerOf(rest))) yield* several(rest);
  }
}

function* openBelow(lines: readonly Line[], title: number): Generator<string> {
  for (const item of itemsBelow(lines, title)) if (item.box !== "ticked") yield item.text;
}

/** "1) this 2) that", "this; that". */
function several(text: string): string[] {
  const numbered = text.split(/(?:^|[\s,;])\(?\d[.)]\s+/).filter((part) => part.trim() !== "");
  return numbered.length > 1 ? numbered : text.split(/;\s+/);
}

function* spoken(text: string): Generator<string> {
  const remainsIn = REMAINS.within(proseIn(text));
  if (!text.includes("TODO:") && remainsIn === undefined) return;
  for (const { text: sentence, lower } of sentencesIn(text)) {
    const match = (sentence.includes("TODO:") ? MARKED.exec(sentence) : undefined) ?? remainsIn?.(lower);
    // "What's left is to …" only begins like a question.
    if (match === undefined || isQuestion(lower.replace(ANSWER, ""))) continue;
    if (weakenedIn(lower.slice(0, match.index)) === undefined)
      yield sentence.slice(match.index + match[0].length).trim();
  }
}

function isAction(text: string): boolean {
  const lower = lowerOf(text);
  return !isQuestion(lower) && offerIn(lower) === undefined && !NOTHING.test(lower) && !TICKED.test(lower);
}

function isOptional(lower: string): boolean {
  return OPTIONAL.some((word) => lower.includes(word));
}

const LONGEST_LABEL = 100;
const CONDITION = /^(?:if|unless|once|when|si|s'il|sauf si|une fois|quand)\b/;
const ANSWER = /^what(?:'s| is)? (?=(?:remains|left|still missing)\b)/;
const OF =
  "\\s*(?:\\([^)]{0,40}\\)|(?:from|for|in|before|after|when|per|pour|de|du|dans|avant) [^:]{1,40}(?=:))?\\s*(?::\\s*|$)";

const LABELS = openings([
  [
    "next",
    `(?:immediate |the |your |my |our |what's |what is )?next(?: steps?| actions?| up| tasks?| phase| to do)?${OF}`,
  ],
  [
    "remaining|remains|left",
    `(?:what(?:'s| is)? )?(?:still )?(?:remaining|remains|left)(?: (?:to do|work|tasks?|steps?|items?))?${OF}`,
  ],
  ["still to do|still open|still missing|still pending", `still (?:to do|open|missing|pending)${OF}`],
  ["todo|to-do|to do", `to[- ]?do(?: list| next)?s?${OF}`],
  [
    "pending t|pending i|pending w|open t|open i|open w|outstanding ",
    `(?:pending|open|outstanding)(?: (?:tasks?|items?|work|todos?))${OF}`,
  ],
  ["follow-up|followup", `follow-?ups?${OF}`],
  ["prochaine", `(?:les? |la )?prochaines? (?:étapes?|actions?|tâches?)${OF}`],
  ["reste", `(?:ce qu'il |il )?reste(?: à faire)?${OF}`],
  ["à faire", `à faire(?: ensuite)?${OF}`],
  ["suivante", `étapes? suivantes?${OF}`],
  ["suite:|suite :|ensuite", `(?:(?:la )?suite|ensuite)${OF}`],
]);
// "Before the next deploy, you need to:"
const DUTY =
  /^(?:before|prior to|to finish|avant|pour finir)\b.{0,70}\b(?:need to|have to|must|il faut|tu dois|vous devez|on doit)(?: [a-zà-ÿ]+)?\s*:?$/;
const OPTIONAL = ["optional", "facultati", "if you want", "if you like", "si tu veux", "si vous voulez"];

const REMAINS = wordings([
  ["still need|still have|still must", "(?:i|we|you)(?:'ll)? still (?:need|have|must)(?: to)?"],
  ["'ve still", "(?:i|we)'ve still (?:got )?to"],
  ["still need|still have", "still (?:need|needs|have) to"],
  [
    "what remains|what's left|what is left|what left|what's still|what is still",
    "what(?:'s| is)? (?:remains|left|still missing) (?:is|to do is)(?: to)?",
  ],
  [
    "all that|only thing|one thing",
    "(?:all that|only thing|one thing)(?: that)?(?:'s| is)? (?:remains|left)(?: to do)? is(?: to)?",
  ],
  [
    "next step|next task|next thing|next piece|next big|next real|next logical|last step|last task|last thing|last piece|remaining step|remaining task|remaining thing|remaining piece|final step|final task|final thing|final piece",
    "the (?:only )?(?:next|last|remaining|final) (?:big |real |logical )?(?:step|task|thing|piece) (?:is|will be|would be)(?: to)?",
  ],
  ["to do:", "(?:left|still) to do:"],
  ["what remains:", "what remains:"],
  ["next is", "next is"],
  ["next i|next we|next, i|next, we", "next(?:,)? (?:i|we)(?:'ll| will| need to| have to| must| should)"],
  ["reste", "(?:il )?reste (?:encore )?à(?! faire\\s*(?::|$))"],
  ["reste", "(?:il )?reste (?:encore )?(?=(?:l'|la |le |les |des |une? )~+ (?:à|de) )"],
  ["encore", "(?:il )?faut encore"],
  ["encore", "(?:on|je|tu|nous) (?:doit|dois|devons) encore"],
  ["étape", "(?:la )?prochaine étape (?:est|sera|consiste)(?: de| d'| à)?"],
  ["étape suivante|la suite", "(?:l'étape suivante|la suite) (?:est|consiste)(?: de| d'| à)?"],
  ["ensuite", "ensuite(?:,)? (?:il faut|on doit|il faudra|on devra)"],
]);
const MARKED = /(?<![\w`"'-])TODO:\s/;
const weakenedIn = wordings([
  ["", "if|unless|whether|don't|doesn't|not|no|nothing|once|whatever|so you|that|si|s'|sauf si|ne|n'|rien"],
]);

const offerIn = wordings([
  ["let me know|would you like|do you want|want me to", "let me know|would you like|do you want|want me to"],
  ["shall i|should i", "shall i|should i"],
  ["i can|i could", "i can(?: also| now| then)?|i could"],
  ["happy to|feel free|ready ", "happy to|feel free|ready (?:to|for|when)"],
  ["if you", "if you(?:'d)? (?:want|like|prefer|need|wish)"],
  ["dis-moi|dites-moi", "(?:dis|dites)-moi si"],
  ["si tu|si vous", "si (?:tu (?:veux|préfères|souhaites)|vous (?:voulez|préférez|souhaitez))"],
  ["je peux", "je peux (?:aussi|également)"],
  ["n'hésite|veux-tu|voulez-vous", "n'hésitez?|veux-tu|voulez-vous"],
]);
const NOTHING =
  /^(?:\d+ (?:pending|open|remaining|left|more|items?|todos?)\b.*|[\w./-]+\.\w{1,5}|none|nothing\b.*|n\/a|no(?:ne)? (?:remaining|further|more|left)|all done|done|-|rien|aucune?|néant|rien d'autre.*)[\s.!]*$/;
const TICKED = /^(?:✅|✓|✔|☑|~~|done\b|\[x\])/;
