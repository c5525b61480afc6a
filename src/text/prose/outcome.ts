import { openings, shortLine, wordings, wordSet, wordsIn } from "../words/wording.js";
import { isDeed, isHedged } from "./done.js";
import { announcedActionsIn, isContinuation, isQuestion } from "./next-action.js";
import { linesIn, lowerOf, type Sentence, splitLine } from "./sentence.js";
import { isTelling, wordsOf } from "./topic.js";

interface Outcome {
  readonly text: string;
  /** The sentence is clear by itself, unlike "Done." */
  readonly isClear: boolean;
}

/** Whether a sentence says that something is unfinished or fails. */
export function isUnfinished(text: string): boolean {
  return stateOf(lowerOf(text)) >= RANK.problem;
}

/** The most informative sentence of a closing message: unfinished work before problems before results. */
export function outcomeIn(text: string): Outcome | undefined {
  const actions = announcedActionsIn(text);
  let best: { outcome: Outcome; rank: number } | undefined;
  for (const line of linesIn(text)) {
    if (line.kind === "heading" || line.box === "open") continue;
    for (const sentence of splitLine(line)) {
      const said = withoutLead(sentence);
      if (isEmpty(said) || isAhead(said.text, actions)) continue;
      const ranked = rank(said);
      if (best === undefined || ranked.rank > best.rank)
        best = { outcome: { text: said.text, isClear: ranked.isClear }, rank: ranked.rank };
    }
  }
  return best?.outcome;
}

const RANK = { unfinished: 8, problem: 7, finished: 4, result: 3, clear: 20, fragment: -2 } as const;
const MIN_LONG_ACTION_CHARS = 12;
const MIN = { telling: 3, words: 6, wordsOfResult: 4 } as const;

type Said = Pick<Sentence, "text" | "lower">;

function rank({ text, lower }: Said): { rank: number; isClear: boolean } {
  const stated = stateOf(lower);
  const telling = new Set(wordsOf(text).filter(isTelling)).size;
  const words = lower.split(" ").length;
  const isSentence = /[.!]["')\]]?$/.test(lower);
  const isWhole = (isSentence && words > 2) || words >= (stated > 0 ? MIN.wordsOfResult : MIN.words);
  const isClear = isWhole && (stated > 0 || telling >= MIN.telling);
  const points =
    stated + Math.min(telling, 4) + (isSentence ? 0 : RANK.fragment) + (isClear ? RANK.clear : 0);
  return { rank: points, isClear };
}

function stateOf(lower: string): number {
  const unfinished = unfinishedIn(lower);
  if (unfinished !== undefined && !isPastOrIf(lower.slice(0, unfinished.index))) return RANK.unfinished;
  const problem = problemIn(lower);
  if (problem !== undefined && !isPastOrIf(lower.slice(0, problem.index))) return RANK.problem;
  const finished = finishedIn(lower);
  if (finished !== undefined && !isHedged(lower.slice(0, finished.index))) return RANK.finished;
  const deed = wordsIn(lower).find((word) => isDeed(word) || RESULTS.has(word));
  return deed !== undefined && !isHedged(lower.slice(0, lower.indexOf(deed))) ? RANK.result : 0;
}

/** Whether a sentence is about the past or a condition: "The bug was that …", "when …". */
function isPastOrIf(before: string): boolean {
  return wordsIn(before).some((word) => ELSEWHERE.has(word));
}

function isEmpty({ text, lower }: Said): boolean {
  return (
    !/[a-zà-ÿ]{2}/.test(lower) ||
    text.endsWith(":") ||
    /^[{[]["{[]/.test(text) ||
    DECIDED.test(lower) ||
    wordsIn(lower).every((word) => SAYS_NOTHING.has(word) || /\d/.test(word)) ||
    isQuestion(lower) ||
    announcedIn(lower) !== undefined ||
    offerIn(lower) !== undefined ||
    isContinuation(text)
  );
}

/** Whether a sentence is one of the next actions, which are shown separately. */
function isAhead(sentence: string, actions: readonly string[]): boolean {
  if (actions.length === 0) return false;
  const said = shortLine(sentence, Number.POSITIVE_INFINITY) ?? "";
  return actions.some((action) => {
    const first = action.replace(/…$/, "").split(/[.!?] /, 1)[0] ?? "";
    // A short action such as "docs" may also occur in another sentence.
    return (
      (first.length < MIN_LONG_ACTION_CHARS ? said.endsWith(first) : said.includes(first)) ||
      action.includes(said)
    );
  });
}

/** Drops the "Done" of "Done — uploads retry". */
function withoutLead({ text, lower }: Sentence): Said {
  const lead = LEAD.exec(lower)?.[0].length ?? 0;
  const rest = lead === 0 ? text : text.charAt(lead).toUpperCase() + text.slice(lead + 1);
  return { text: rest, lower: lead === 0 ? lower : lowerOf(rest) };
}

const LEAD =
  /^(?:[✅✔☑✓]\ufe0f?\s*)?(?:(?:all )?done|perfect|great|excellent|good(?: news)?|okay|ok|yes|sure|parfait|voilà|c'est fait|terminé|d'accord|oui)\s*[,!:—–-]+\s+|^[✅✔☑✓]\ufe0f?\s*/;
// Decisions are told as such.
const DECIDED = /^(?:decided|decision|décidé|décision)\s*:/;
/** "All done.", "Committed as 1a2b3c4 and pushed.", "C'est fait." */
const SAYS_NOTHING = wordSet(
  "done all everything it it's that that's this is are was were been has have now and the a to as on in of for with your you i i've we ready set good great perfect complete completed finished fixed committed pushed merged created updated saved pr commit commits push changes change branch main work task when want whenever next let's so both two clean up date working tree ok okay yes sure there here " +
    "fait c'est tout est terminé terminée fini finie bon prêt prête voilà et les le la des modifications poussé commité à jour parfait c'était",
);
const announcedIn = openings([
  "let me|let's|i'll|i will|going to → (?:now,? |first,? )?(?:let me|let's|i'll|i will|i'm going to|i am going to)",
  "i need|i have|i see|i understand → (?:now,? )?i (?:need to|have to|see|understand|have (?:all|comprehensive|(?:a|the) (?:clear|good|full|thorough|complete|comprehensive)))",
  "here|reply with|api error → here(?:'s| is| are)|reply with|api error",
  "good |great |excellent  → (?:good|great|excellent) (?:point|catch|question|idea|plan|feedback)",
  "you're → you're (?:right|welcome)",
  "glad|happy|no problem|no worries|understood|got it|noted|sounds good|perfect|great|excellent → (?:glad|happy|no problem|no worries|understood|got it|noted|sounds good|perfect|great|excellent)[^a-z]*(?:to|i|it|that|$)",
  "je vais|voici|raison|passons → je vais|voici|tu as raison|vous avez raison|passons",
  "de rien|plaisir|entendu|compris|bien reçu → de rien|avec plaisir|entendu|compris|bien reçu",
]);
const offerIn = wordings([
  "let me know|tell me|feel free|happy to → let me know|tell me|feel free|happy to",
  "would you|do you|want me to|shall i|should i → would you like|do you want|want me to|shall i|should i",
  "if you → if you(?:'d| would)? (?:want|like|prefer|need|wish)",
  "i can  → i can (?:also|now|then)",
  "dis-moi|dites-moi|veux-tu|voulez-vous|n'hésite → dis-moi|dites-moi|veux-tu|voulez-vous|n'hésitez?",
  "si tu|si vous → si (?:tu (?:veux|préfères|souhaites)|vous (?:voulez|préférez|souhaitez))",
  "je peux → je peux (?:aussi|également)",
]);
const ELSEWHERE = wordSet(
  "if unless when whenever where while which that because previously before was were used so would could might avoid prevent " +
    "si quand lorsque où qui que parce auparavant avant était étaient",
);
const RESULTS = wordSet(
  "now pass passes passed passing works green succeeds succeeded builds compiles done complete completed finished ready shipped committed pushed live " +
    "désormais maintenant passe passent fonctionne fonctionnent marche marchent vert verts prêt prête prêts fini finie réussi",
);

const unfinishedIn = wordings([
  "not |n't  → (?:not|isn't|aren't|hasn't been|haven't been|wasn't|weren't) (?:yet |been |fully |quite |all )*(?:finished|done|complete|completed|implemented|ready|wired|tested|fixed|deployed|merged|covered|supported|working|passing|committed|pushed)",
  " yet → (?:not|no|isn't|aren't|hasn't|haven't|doesn't|don't|can't|cannot) [^.;]{0,60}yet",
  "incomplete|unfinished|half → incomplete|unfinished|half[- ](?:done|finished)|halfway",
  "still  → still (?:fails?|failing|broken|missing|open|pending|red|to do|needs?|have to|has to|incomplete|unfinished|crashes)",
  "remain → remains? (?:to be|to do|open|broken|unsolved|unresolved|failing|red)",
  "left to → (?:is|are) left to (?:do|fix|write|port|cover|migrate)",
  "pas  → pas (?:encore|finie?s?|terminée?s?|prête?s?|complète?s?)",
  "reste → restent? (?:à|encore|ouverte?s?)",
  "inachev|incompl → inachevée?s?|incomplète?s?|incomplets?",
]);
const problemIn = wordings([
  "could|cannot|can't|able|manage|failed to|find|found no → (?:i|we) (?:could not|couldn't|cannot|can't|(?:was|were) (?:not able|unable)|wasn't able|weren't able|am unable|did not manage|didn't manage|failed to|did not find|didn't find|found no)",
  "work|pass|build|compile → (?:do|does|did)(?: not|n't) (?:work|pass|build|compile)",
  "fail|crash → (?:tests?|build|ci|suite|job|pipeline|run|it|this) (?:now )?(?:fails?|failed|crashes|crashed|(?:is|are) failing|keeps? failing)",
  "broken → (?:is|are) (?:now )?broken",
  "blocked → (?:is|are|am|remains?) blocked|blocked (?:by|on)",
  "n'a → (?:je n'ai|on n'a|nous n'avons) pas (?:pu|réussi|trouvé)",
  "échou → échoue(?:nt)?|(?:a|ont) échoué",
  "ne  → ne (?:fonctionne|marche|passe|compile)(?:nt)? (?:pas|plus)",
  "bloqué → (?:est|sont|suis|reste) bloquée?s?",
]);
const finishedIn = wordings([
  "complete|done|finished → (?:is|are) (?:now |all |fully )*(?:complete|completed|done|finished)",
  "termin|fini|compl → (?:est|sont) (?:maintenant |désormais |bien )*(?:terminée?s?|finie?s?|complète?s?|complets?)",
]);
