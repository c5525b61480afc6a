import { wordsIn } from "../words/wording.js";
import { blockersIn } from "./blocker.js";
import { conventionsIn } from "./convention.js";
import { directiveIn } from "./directive.js";
import { isQuestion } from "./next-action.js";
import { resolutionsIn } from "./resolution.js";
import { lowerOf, sentencesIn } from "./sentence.js";

/** The text after an announcement of another subject: "different topic: …", "autre sujet, …"; undefined without one. */
export function newTopicIn(text: string): string | undefined {
  const lead = NEW_TOPIC.exec(lowerOf(text.slice(0, MAX_LEAD_CHARS)).replaceAll("’", "'"))?.[0];
  return lead === undefined ? undefined : text.slice(lead.length);
}

/** Whether a prompt comments on the work at hand: an obstacle, a rule, a refusal, a "wait". It begins no other work. */
export function isRemark(text: string): boolean {
  const sentences = sentencesIn(text);
  const said = sentences.map(({ lower }) => lower).join(" ");
  if (sentences.length === 0 || said.length > MAX_REMARK_CHARS || newTopicIn(text) !== undefined)
    return false;
  if (REFUSAL.test(said) && wordsIn(said).length <= MAX_REFUSAL_WORDS) return true;
  if (isRule(text)) return true;
  const isOrder = sentences.some(({ text: one }) => directiveIn(one) !== undefined);
  return !isOrder && (OBSTACLE.test(said) || blockersIn(text).length + resolutionsIn(text).length > 0);
}

/** Whether every sentence of a prompt is a lasting rule. */
export function isRule(text: string): boolean {
  const sentences = sentencesIn(text);
  const rules = new Set(conventionsIn(text));
  return (
    sentences.length > 0 && sentences.every(({ text: one, lower }) => rules.has(one) || RULE.test(lower))
  );
}

/** Whether a prompt can answer a question: short, and neither a question itself nor another subject. */
export function isShortAnswer(text: string): boolean {
  const lower = lowerOf(text);
  return wordsIn(lower).length <= MAX_ANSWER_WORDS && !isQuestion(lower) && newTopicIn(text) === undefined;
}

const MAX_LEAD_CHARS = 100;
const MAX_REMARK_CHARS = 240;
const MAX_REFUSAL_WORDS = 12;
const MAX_ANSWER_WORDS = 8;

const NEW_TOPIC = new RegExp(
  `^(?:(?:ok|okay|so|and|great|perfect|thanks|now|alright|right|well|anyway|bon|alors|et|merci|parfait|maintenant)[\\s,.!:;-]+)*(?:${[
    "(?:a |on (?:a|to a) |now for a |quick )?(?:completely |totally |whole )?(?:new|different|another|other|separate|unrelated) (?:topic|subject|task|matter|thing)(?=\\s*(?:[:,.!;–—-]|$|(?:lets?|i|i'd|we|can|could|please|now)\\b))",
    "(?:now )?(?:let'?s |let us |lets |we )?(?:do|try|work on|move (?:on )?to|switch to|turn to) something (?:(?:completely|totally|entirely) )?(?:different|else|new)",
    "(?:let'?s )?(?:change|switch) (?:of )?(?:topic|subject|topics|subjects)",
    "(?:on a |completely )?(?:different|unrelated|separate) note",
    "something (?:else|different|unrelated)(?: entirely)?(?= ?[:,.–—-])",
    "unrelated(?: to (?:that|this))?(?= ?[:,.–—-])",
    "(?:un )?(?:tout )?(?:autre|nouveau) (?:sujet|chose|tâche|thème)",
    "(?:une )?(?:tout )?(?:autre|nouvelle) (?:chose|tâche|question)(?= ?[:,.–—-])",
    "(?:changeons|on change|changement) de sujet",
    "passons à (?:autre chose|un autre sujet)|rien à voir(?= ?[:,.–—-])",
  ].join("|")})[\\s:,.!;–—-]*`,
);
const REFUSAL =
  /^(?:wait|hold on|stop|no[,.! ]|nope|don't|do not|never ?mind|forget it|not (?:now|yet|that)|attends?|attendez|arrête|non[,.! ]|pas (?:maintenant|encore|ça|comme ça)|laisse tomber)/;
const OBSTACLE =
  /^(?:i'?m|i am|we'?re|we are|je suis|on est|nous sommes) (?:still )?(?:blocked|stuck|waiting|bloquée?s?|coincée?s?|en attente)\b/;
const RULE =
  /^(?:please )?(?:never|always|from now on|in (?:the )?future|going forward|ne \S+ (?:jamais|plus)|n'\S+ (?:jamais|plus)|toujours|jamais|désormais|dorénavant|à partir de maintenant)\b/;
