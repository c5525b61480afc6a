import {
  type Find,
  isLatin,
  LATIN,
  openings,
  shortLine,
  type Words,
  wordings,
  wordSet,
  wordsIn,
} from "../words/wording.js";
import {
  isTitle,
  itemsBelow,
  type Line,
  linesIn,
  lowerOf,
  proseIn,
  sentencesIn,
  splitLine,
} from "./sentence.js";

/** The remaining work that a text names, without offers ("let me know if you want…"). */
export function nextActionsIn(text: string): string[] {
  return shortActions([...listed(text), ...spoken(text), ...unfinished(text)]);
}

/** Only the work that is announced, not what is called unfinished. */
export function announcedActionsIn(text: string): string[] {
  return shortActions([...listed(text), ...spoken(text)]);
}

function shortActions(actions: readonly string[]): string[] {
  const found = new Set<string>();
  for (const action of actions) {
    const short = isAction(action) ? shortLine(action) : undefined;
    if (short !== undefined && short.length > 3) found.add(short);
    if (found.size === 8) break;
  }
  return [...found];
}

/** Whether a lower-case sentence asks, with or without a question mark. */
export function isQuestion(lower: string): boolean {
  if (/\?["'»)\]]*\s*$/.test(lower)) return true;
  const words = wordsIn(lower.slice(0, 80));
  let at = 0;
  while (at < 3 && LEAD.has(words[at] ?? "")) at++;
  const first = words[at] ?? "";
  if (ASKS.has(first)) return true;
  return PAIRS.some(([asks, whom]) => asks.has(first) && whom.has(words[at + 1] ?? ""));
}

/** Whether a prompt only says to go on, or thanks. */
export function isContinuation(prompt: string): boolean {
  const words = wordsOf(prompt);
  return (
    (words.length <= MAX_WORDS.continuation && words.every((word) => WORDS.has(word))) || areCourteous(words)
  );
}

/** Whether a text is only thanks, a greeting or a farewell. */
export function isCourtesy(text: string): boolean {
  return areCourteous(wordsOf(text));
}

/** Open boxes, and the text on or below a label such as "Next steps:". */
function* listed(text: string): Generator<string> {
  const lines = linesIn(text);
  const labelIn = LABELS.within(proseIn(text));
  for (const [index, line] of lines.entries()) {
    if (line.box === "open") yield line.text;
    if (labelIn === undefined && !isTitle(line)) continue;
    const said = line.text.replace(/^[^a-zA-ZÀ-ÿ]+/, "");
    const lower = lowerOf(said.slice(0, 100));
    const label = labelIn?.(lower);
    if (label === undefined && labelIn !== undefined) yield* withinLine(lines, index, labelIn);
    if ((label === undefined && !(isTitle(line) && DUTY.test(lower))) || isOptional(lower)) continue;
    const rest = label === undefined ? "" : said.slice(label[0].length).trim();
    if (rest !== "") yield* several(rest);
    else if (isTitle(line)) yield* openBelow(lines, index);
  }
}

/** A label in the middle of a line covers only its sentence: "It works. Next: publish it." */
function* withinLine(lines: readonly Line[], index: number, labelIn: Find): Generator<string> {
  const line = lines[index];
  if (line === undefined) return;
  for (const { text, lower } of splitLine(line).slice(1)) {
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

/** Splits "1) this 2) that" and "this; that". */
function several(text: string): string[] {
  const numbered = text.split(/(?:^|[\s,;])\(?\d[.)]\s+/).filter((part) => part.trim() !== "");
  return numbered.length > 1 ? numbered : text.split(/;\s+/);
}

function* spoken(text: string): Generator<string> {
  const remainsIn = REMAINS.within(proseIn(text));
  if (!text.includes("TODO:") && remainsIn === undefined) return;
  for (const { text: sentence, lower } of sentencesIn(text)) {
    const match = (sentence.includes("TODO:") ? MARKED.exec(sentence) : undefined) ?? remainsIn?.(lower);
    // "What's left is to …" looks like a question but is an answer.
    if (match === undefined || isQuestion(lower.replace(ANSWER, ""))) continue;
    if (weakenedIn(lower.slice(0, match.index)) === undefined && !sentence.endsWith(":"))
      yield sentence.slice(match.index + match[0].length).trim();
  }
}

/** Work that is called unfinished, in the words of its clause: "The worker is not written yet". */
function* unfinished(text: string): Generator<string> {
  const find = UNFINISHED.within(proseIn(text));
  if (find === undefined) return;
  for (const { text: sentence, lower } of sentencesIn(text)) {
    const match = find(lower);
    if (match === undefined || isQuestion(lower) || CONDITION.test(lower)) continue;
    const [last = ""] = sentence
      .slice(0, match.index)
      .split(/(?<=[,;:—–]) /)
      .slice(-1);
    const clause = last.replace(JOINING, "");
    const subject = wordsIn(lowerOf(clause));
    if (subject.some((word) => VAGUE.has(word))) continue;
    if (subject.length === 0 && /^(?:is|are|still)\b/.test(match[0])) continue;
    const isOwn = subject.length === 0 || subject.every((word) => SPEAKERS.has(word));
    yield isOwn
      ? match[0].replace(NOT_YET, "not yet $1")
      : `${clause}${sentence.slice(match.index, match.index + match[0].length)}`;
  }
}

function isAction(text: string): boolean {
  const lower = lowerOf(text);
  return !isQuestion(lower) && offerIn(lower) === undefined && !NOTHING.test(lower) && !TICKED.test(lower);
}

function isOptional(lower: string): boolean {
  return OPTIONAL.some((word) => lower.includes(word));
}

const CONDITION = /^(?:if|unless|once|when|si|s'il|sauf si|une fois|quand)\b/;
const ANSWER = /^what(?:'s| is)? (?=(?:remains|left|still missing)\b)/;
const OF =
  "\\s*(?:\\([^)]{0,40}\\)|(?:from|for|in|before|after|when|per|pour|de|du|dans|avant) [^:]{1,40}(?=:))?\\s*(?::\\s*|$)";

const LABELS = openings([
  `next → (?:immediate |the |your |my |our |what's |what is )?next(?: steps?| actions?| up| tasks?| phase| to do)?${OF}`,
  `remaining|remains|left → (?:what(?:'s| is)? )?(?:still )?(?:remaining|remains|left)(?: (?:to do|work|tasks?|steps?|items?))?${OF}`,
  `still to do|still open|still missing|still pending → still (?:to do|open|missing|pending)${OF}`,
  `todo|to-do|to do → to[- ]?do(?: list| next)?s?${OF}`,
  `pending t|pending i|pending w|open t|open i|open w|outstanding  → (?:pending|open|outstanding)(?: (?:tasks?|items?|work|todos?))${OF}`,
  `follow-up|followup → follow-?ups?${OF}`,
  `prochaine → (?:les? |la )?prochaines? (?:étapes?|actions?|tâches?)${OF}`,
  `reste → (?:ce qu'il |il )?(?:nous |me |te |vous )?reste(?: encore)?(?: à(?: faire)?)?${OF}`,
  `my plan|our plan → (?:my|our) plan(?: is| now| from here)*${OF}`,
  `mon plan|notre plan → (?:mon|notre) plan${OF}`,
  `à faire → à faire(?: ensuite)?${OF}`,
  `suivante → étapes? suivantes?${OF}`,
  `suite:|suite :|ensuite → (?:(?:la )?suite|ensuite)${OF}`,
]);
// "Before the next deploy, you need to:"
const DUTY =
  /^(?:before|prior to|to finish|avant|pour finir)\b.{0,70}\b(?:need to|have to|must|il faut|tu dois|vous devez|on doit)(?: [a-zà-ÿ]+)?\s*:?$/;
const OPTIONAL = ["optional", "facultati", "if you want", "if you like", "si tu veux", "si vous voulez"];

const REMAINS = wordings([
  "still need|still have|still must → (?:i|we|you)(?:'ll)? still (?:need|have|must)(?: to)?",
  "'ve still → (?:i|we)'ve still (?:got )?to",
  "still need|still have → still (?:need|needs|have) to",
  "what remains|what's left|what is left|what left|what's still|what is still → what(?:'s| is)? (?:remains|left|still missing) (?:is|to do is)(?: to)?",
  "all that|only thing|one thing → (?:all that|only thing|one thing)(?: that)?(?:'s| is)? (?:remains|left)(?: to do)? is(?: to)?",
  "next step|next task|next thing|next piece|next big|next real|next logical|last step|last task|last thing|last piece|remaining step|remaining task|remaining thing|remaining piece|final step|final task|final thing|final piece → the (?:only )?(?:next|last|remaining|final) (?:big |real |logical )?(?:step|task|thing|piece) (?:is|will be|would be)(?: to)?",
  "to do: → (?:left|still) to do:",
  "what remains: → what remains:",
  "next is → next is",
  "next i|next we|next, i|next, we → next(?:,)? (?:i|we)(?:'ll| will| need to| have to| must| should)",
  "next i|next we|next, i|next, we → next(?:,)? (?:i|we)(?= ~+)(?! (?:~+ed|was|were|am|are|had|have|did|saw|ran|found|got|made|wrote|went|want|can|could|would|'~+)(?:\\s|$))",
  "you'll|you may|you might|you will → you(?:'ll| may| might| will)(?: also| still| then)? (?:want|need|have) to",
  "don't forget to → don't forget to",
  "n'oublie → n'oublie[rz]? pas (?:de|d')",
  "reste → (?:il )?reste (?:encore )?à(?! faire\\s*(?::|$))",
  "reste → (?:il )?reste (?:encore )?(?=(?:l'|la |le |les |des |une? )~+ (?:à|de) )",
  "encore → (?:il )?faut encore",
  "encore → (?:on|je|tu|nous) (?:doit|dois|devons) encore",
  "étape → (?:la )?prochaine étape (?:est|sera|consiste)(?: de| d'| à)?",
  "étape suivante|la suite → (?:l'étape suivante|la suite) (?:est|consiste)(?: de| d'| à)?",
  "ensuite → ensuite(?:,)? (?:il faut|on doit|il faudra|on devra)",
]);
const DEED =
  "(?:written|handled|implemented|tested|done|covered|wired|fixed|added|documented|migrated|deployed|merged|pushed|ported|updated|finished|started|connected|verified|released|published|reviewed|ready|complete|removed|replaced|checked|in place)";
const FAIT =
  "(?:écrite?s?|gérée?s?|implémentée?s?|testée?s?|faite?s?|couverte?s?|branchée?s?|corrigée?s?|ajoutée?s?|documentée?s?|migrée?s?|déployée?s?|fusionnée?s?|poussée?s?|terminée?s?|finie?s?|commencée?s?|vérifiée?s?|publiée?s?|prête?s?|en place)";
const JOINING = /^(?:but|and|so|however,|mais|et|donc)\s+/i;
const NOT_YET = /^ha(?:ve|s)(?:n't| not) (.*?) ?yet$/;
const UNFINISHED = wordings([
  `not yet → not yet (?:been )?${DEED}(?: [^.,;:]{2,80})?`,
  ` yet → (?:haven't|have not|hasn't|has not) (?:been )?${DEED} (?:[^.,;:]{2,80} )?yet`,
  ` yet → (?:is|are)(?: not|n't) (?:fully |been )?${DEED} (?:[^.,;:]{2,60} )?yet`,
  "still missing → (?:is|are) still missing",
  "still needs → still needs (?!to )[^.,;:]{2,60}",
  "still to be → (?:is|are) still to be ~+",
  `pas encore → (?:n'ai|n'a|n'avons|n'est|ne sont|n'ont) pas encore (?:été )?${FAIT}(?: [^.,;:]{2,80})?`,
  `reste → restent? à (?=(?:écrire|faire|tester|gérer|documenter|corriger|migrer|déployer|vérifier)\\b)~+`,
]);
// The subject of "it is not done yet" stands elsewhere, and "if the tests are not done yet" is no report.
const VAGUE = wordSet(
  "it this that these those they which who if when because since while until ça cela ce c'est il elle ils qui que si quand",
);
const SPEAKERS = wordSet("i i've we we've have has ai j on nous je but and also however mais et so still");
const MARKED = /(?<![\w`"'-])TODO:\s/;
const weakenedIn = wordings([
  " → if|unless|whether|don't|doesn't|not|no|nothing|once|whatever|so you|that|si|s'|sauf si|ne|n'|rien",
]);

const offerIn = wordings([
  "let me know|would you like|do you want|want me to → let me know|would you like|do you want|want me to",
  "shall i|should i → shall i|should i",
  "i can|i could → i can(?: also| now| then)?|i could",
  "happy to|feel free|ready  → happy to|feel free|ready (?:to|for|when)",
  "if you → if you(?:'d)? (?:want|like|prefer|need|wish)",
  "dis-moi|dites-moi → (?:dis|dites)-moi si",
  "si tu|si vous → si (?:tu (?:veux|préfères|souhaites)|vous (?:voulez|préférez|souhaitez))",
  "je peux → je peux (?:aussi|également)",
  "n'hésite|veux-tu|voulez-vous → n'hésitez?|veux-tu|voulez-vous",
]);
const NOTHING =
  /^(?:\d+ (?:pending|open|remaining|left|more|items?|todos?)\b.*|[\w./-]+\.\w{1,5}|none|nothing\b.*|n\/a|no(?:ne)? (?:remaining|further|more|left)|all done|done|-|rien|aucune?|néant|rien d'autre.*)[\s.!]*$/;
const TICKED = /^(?:✅|✓|✔|☑|~~|done\b|\[x\])/;
const LEAD = wordSet("ok okay so soo sooo and but also hm hmm hmmm well wait alors donc et mais bon euh");

const ASKS = wordSet(
  "what what's whats why how who who's where where's which whose isn't aren't wasn't doesn't didn't hasn't haven't wouldn't shouldn't " +
    "pourquoi comment combien quel quels quelle quelles qu'est-ce " +
    "est-ce est-il est-elle sont-ils faut-il peut-on peut-il doit-on doit-il devrait-on pourrait-on va-t-on a-t-on y a-t-il as-tu es-tu sais-tu crois-tu penses-tu vois-tu avez-vous êtes-vous savez-vous pensez-vous",
);

const PAIRS: readonly (readonly [Words, Words])[] = [
  [wordSet("is are was were"), wordSet("it this that there these those they we you the our my any")],
  [wordSet("do"), wordSet("i we you they these those")],
  [wordSet("does did"), wordSet("i we you it this that they the our any")],
  [wordSet("has have had"), wordSet("i we you it this that they the our there")],
  [wordSet("should shall could would can may might must will"), wordSet("i we it this that they the there")],
  [wordSet("don't won't can't"), wordSet("we you they i it")],
  [wordSet("when"), wordSet("is are was do does did will should")],
  [wordSet("c'est ça"), wordSet("quoi veut")],
  [wordSet("où"), wordSet("est sont se en on va")],
  [wordSet("qui"), wordSet("est a fait peut")],
];

const WORDS = new Set(
  (
    "yes yep yeah ok okay sure go on ahead continue proceed next please do it that this sounds good great perfect fine thanks thank " +
    "you lgtm right correct again retry keep going now and then the fix first second option all of them a b 1 2 3 " +
    "let's resume carry on reprend reprends reprenons reprendre la suite oui ouais d'accord vas-y vas y continue continuez poursuis parfait super merci bien c'est bon allez suivant encore stp s'il te plaît plait fais-le fais le"
  ).split(" "),
);
const COURTESY = wordSet(
  "thanks thank thx thnx tks ty tysm cheers appreciated welcome pleasure worries anytime bye goodbye goodnight hello hi hey work job bravo kudos congrats congratulations " +
    "merci rien plaisir prie bonjour bonsoir salut coucou revoir bientôt demain journée soirée",
);
const AROUND_COURTESY = wordSet(
  "ok okay yes yep yeah no so very much many a lot for the that this that's it it's all your you you're my help again now today everything there and see have day night evening really " +
    "great good nice perfect awesome amazing excellent cool super wonderful fantastic brilliant lovely fine looks works well " +
    "oui d'accord parfait génial top nickel beaucoup bien très c'est bon bonne pour tout ton ta votre aide de mille à au je t'en vous en avec et",
);
const LATIN_SIGNS = new RegExp(`[^${LATIN.letter}${LATIN.number}'’ -]+`, "g");
const MAX_WORDS = { continuation: 6, courtesy: 8 } as const;

function areCourteous(words: readonly string[]): boolean {
  return (
    words.length <= MAX_WORDS.courtesy &&
    words.some((word) => COURTESY.has(word)) &&
    words.every((word) => COURTESY.has(word) || AROUND_COURTESY.has(word))
  );
}

/** The words of a short text; for a longer one an empty word, which is in no table. */
function wordsOf(text: string): string[] {
  if (text.length > 80) return [""];
  return text
    .toLowerCase()
    .replace(isLatin(text) ? LATIN_SIGNS : /[^\p{L}\p{N}'’ -]+/gu, " ")
    .replaceAll("’", "'")
    .replace(/(?:^|\s)-+(?=\s|$)/g, " ")
    .trim()
    .split(/\s+/);
}
