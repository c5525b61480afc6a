import { openings, shortLine, wordings, wordSet, wordsIn } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { isTitle, itemsBelow, linesIn, lowerOf, proseIn, sentencesIn } from "./sentence.js";

/** The finished work that a text reports, in short phrases. */
export function doneIn(text: string): string[] {
  const found = new Set<string>();
  for (const phrase of [...ticked(text), ...stated(text)]) {
    const short = shortLine(phrase.split(CLAUSE_END, 1)[0] ?? "");
    if (short !== undefined && short.length > 3 && !EMPTY.test(lowerOf(short))) found.add(short);
    if (found.size === 8) break;
  }
  return [...found];
}

/** Whether a lower-case word says that something was done: "added", "corrigées". */
export function isDeed(word: string): boolean {
  return DEEDS.has(word.replace(/(?<=[éit])e?s?$/, ""));
}

/** Whether the lower-case words before a claim turn it into a thought, a condition, a denial or a plan. */
export function isHedged(before: string): boolean {
  if (before === "") return false;
  if (wordsIn(before).some((word) => HEDGES.has(word) || /^(?:n'|s'il|qu'est)/.test(word))) return true;
  return PHRASES.some((phrase) => before.includes(phrase)) || isInQuotation(before);
}

/** Ticked boxes, and the text on or below a line such as "Done:". */
function* ticked(text: string): Generator<string> {
  const lines = linesIn(text);
  const labelIn = LABELS.within(proseIn(text));
  for (const [index, line] of lines.entries()) {
    if (line.box === "ticked" || isTickedDeed(line.text)) yield line.text.replace(TICK, "");
    const label = labelIn?.(lowerOf(line.text));
    if (label === undefined) continue;
    const rest = line.text.slice(label[0].length).trim();
    if (rest !== "") yield rest;
    else if (isTitle(line))
      for (const item of itemsBelow(lines, index)) if (item.box !== "open") yield item.text.replace(TICK, "");
  }
}

/** A tick counts only before a deed; otherwise it may be praise. */
function isTickedDeed(text: string): boolean {
  return TICK.test(text) && wordsIn(lowerOf(text)).some(isDeed);
}

function* stated(whole: string): Generator<string> {
  const finishedIn = FINISHED.within(proseIn(whole));
  for (const sentence of sentencesIn(whole)) {
    const text = sentence.text.replace(TICK, "").replace(PLACE, "");
    const lower = text === sentence.text ? sentence.lower : lowerOf(text);
    const lead = leadIn(lower);
    if (isPast(lower, lead)) {
      if (!isQuestion(lower)) yield text.slice(lead);
      continue;
    }
    const match = finishedIn?.(lower);
    if (match === undefined || isQuestion(lower)) continue;
    const subject = lower.slice(0, match.index);
    if (!isHedged(subject) && !/\b(?:which|that|qui)\b/.test(subject))
      yield text.slice(0, match.index + match[0].length);
  }
}

/** The length of "Done. I've just" before the deed itself. */
function leadIn(lower: string): number {
  return LEADS.has(wordsIn(lower.slice(0, 20))[0] ?? "") ? (SPEAKER.exec(lower)?.[0].length ?? 0) : 0;
}

/** Whether a sentence begins with a deed: "I've added …", "Added …", "j'ai ajouté …". */
function isPast(lower: string, lead: number): boolean {
  const deed = lower.slice(lead, lead + 80);
  const [verb = "", next = "", third = ""] = wordsIn(deed);
  if (!DEEDS.has(verb) || !deed.startsWith(verb) || next === "" || /^\s*:/.test(deed.slice(verb.length)))
    return false;
  // Without a speaker the verb may be an adjective: "Added complexity is bad".
  return lead > 0 || !(verb === "split" || ADJECTIVE.has(next) || FINITE.has(next) || FINITE.has(third));
}

const CLAUSE_END = / [—–] | - (?=[A-Z])|; |,? (?:but|mais) |, (?:so|which|donc|ce qui)\b/;
const LEADS = wordSet(
  "i i've we we've j'ai on nous ok okay done great perfect alright good super voilà parfait c'est",
);
const TICK = /^[✅✔☑✓]\ufe0f?\s*/;
// The file before a deed: "`retry.ts` — Added …".
const PLACE = /^`?[\w./@-]+`?(?: \([^)]{0,40}\))?(?: [—–-]|:) /;
const EMPTY =
  /^(?:it|that|this|them|all|everything|nothing|none|yes|done|ok|tout|ça|rien|.{0,20}\bas requested|(?:all|both|the|all of the|toutes? les?|les?)(?: \S+)? (?:changes|tasks|commits|implementation|plan|task|document|work|steps|changements|tâches) (?:are|is|sont|est) .*|(?:it|everything|all|tout)(?: is| are|'s| est) .*|(?:added|fixed|changed|updated|done|removed) (?:it|that|this|them|both|all)|updated the plan|changed (?:my|our) minds?\b.*|changé d'avis\b.*)$/;

const LABELS = openings([
  "done → (?:what (?:is|was) |what's |already )?done\\s*:\\s*",
  "completed → completed(?: (?:tasks?|items?|work|steps?))?\\s*(?::\\s*|$)",
  "finished → finished\\s*:\\s*",
  "fait → (?:déjà |ce qui (?:a été|est) )?fait\\s*(?::\\s*|$)",
  "terminé → terminée?s?\\s*:\\s*",
]);

const SPEAKER =
  /^(?:(?:ok|okay|done|great|perfect|alright|good|super|voilà|parfait|c'est fait)[\s,.!:—-]+)*(?:(?:i|we)(?:'ve| have)? (?:just |now |also |already |successfully )?|(?:j'ai|on a|nous avons) (?:aussi |déjà |également |bien |juste )?)/;

const DEEDS = wordSet(
  "added fixed removed renamed updated implemented created moved replaced refactored wrote written rewrote rewritten merged deployed released published extracted introduced converted migrated deleted dropped simplified documented covered extended changed split wired enabled disabled installed configured upgraded bumped reverted restored cleaned resolved corrected improved tested verified reduced switched exposed handled hardened translated " +
    "ajouté corrigé supprimé renommé implémenté créé déplacé remplacé refactorisé écrit réécrit commité fusionné déployé publié extrait introduit converti migré simplifié documenté couvert étendu changé modifié découpé branché activé désactivé installé configuré annulé restauré nettoyé résolu amélioré testé vérifié réduit exposé géré traduit terminé fini retiré",
);
const ADJECTIVE = wordSet(
  "complexity latency cost costs value benefit bonus width size length point position amount number lines files items dependencies users values version versions code",
);
const FINITE = wordSet("is are was were will would should can may might has have est sont sera seront");

const FINISHED = wordings([
  "done|complete|finished|in place → (?:is|are) (?:now |all |fully |already )?(?:done|complete|completed|finished|in place)(?=\\s*(?:$|[.!,;)]| and| with))",
  "terminé|fini|en place|faite → (?:est|sont) (?:maintenant |désormais |bien |déjà |enfin )?(?:terminée?s?|finie?s?|en place|faite?s?)(?=\\s*(?:$|[.!,;)]| et))",
]);

function isInQuotation(before: string): boolean {
  let quotes = 0;
  for (const character of before) if (character === '"' || character === "`") quotes++;
  return quotes % 2 === 1 || before.lastIndexOf("«") > before.lastIndexOf("»");
}

const HEDGES = wordSet(
  "if unless whether until till once before when whenever assuming suppose supposing imagine " +
    "could might may would should can maybe perhaps possibly probably potentially ideally eventually i'd we'd you'd they'd " +
    "not never no don't doesn't didn't isn't aren't wasn't hasn't haven't won't cannot can't without nothing neither nor " +
    "recommend recommends recommended suggest suggests suggestion proposal propose consider alternatively option options either " +
    "will shall planning trying said says ask asks asked example like " +
    "si quand lorsque dès avant jusqu'à supposons imaginons " +
    "pourrait pourrais pourrions peut-être éventuellement probablement idéalement devrait devrais faudrait aimerait serait " +
    "ne pas jamais aucun aucune rien sans ni " +
    "propose proposition suggère recommande conseille envisage soit " +
    "va vais allons vont doit dois devons veux voudrais faut dit disait demande exemple comme",
);
const PHRASES = (
  "in case|e.g|going to|plan to|want to|wants to|need to|needs to|have to|has to|to be|try to|about to|" +
  "want me to|une fois|au cas où|à faire|sans doute"
).split("|");
