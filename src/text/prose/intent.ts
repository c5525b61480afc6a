import { shortLine, wordSet, wordsIn } from "../words/wording.js";
import { directiveIn } from "./directive.js";
import { isContinuation } from "./next-action.js";
import { newTopicIn } from "./remark.js";
import { lowerOf, sentencesIn } from "./sentence.js";

/** The first directive of a prompt in one short line. Chores such as "commit this" and slash commands do not count. */
export function intentOf(text: string): string | undefined {
  const topic = newTopicIn(text.trimStart());
  const said = (topic ?? text).trimStart();
  if (/^[/<!#]\S/.test(said)) return undefined;
  const sentences = sentencesIn(said);
  for (const [index, { text: sentence }] of sentences.entries()) {
    const directive = directiveIn(sentence);
    if (directive === undefined || isChore(directive) || isVague(directive)) continue;
    return isContinuation(said) ? undefined : shortLine(completed(directive, sentences[index + 1]?.text));
  }
  // Another subject ends the old intent, even if it is no order.
  return topic === undefined ? undefined : shortLine(sentences[0]?.text ?? "");
}

/** Adds the title that follows "Implement the following plan:". */
function completed(directive: string, next: string | undefined): string {
  if (!directive.endsWith(":") || next === undefined) return directive;
  const title = next.replace(/^(?:(?:implementation )?plan|task|goal|objectif|tâche)\s*[:—–-]\s*/i, "");
  if (/\S{50}/.test(title)) return directive;
  return FOLLOWING.test(lowerOf(directive)) ? title : `${directive} ${title}`;
}

/** Whether every word is about bookkeeping. */
function isChore(directive: string): boolean {
  const words = wordsIn(lowerOf(directive));
  return words.length <= 8 && words.every((word) => CHORES.has(word));
}

/** Whether a directive names no object: "resolve these", "investigate". */
function isVague(directive: string): boolean {
  const words = wordsIn(lowerOf(directive));
  return words.length < 2 || (words.length === 2 && POINTERS.has(words[1] ?? ""));
}

const FOLLOWING = /\b(?:following|this|ce) (?:plan|task|spec|tâche)\s*:$|\b(?:plan|tâche) suivante?\s*:$/;
const POINTERS = wordSet("it this that these those them all both everything so ça cela tout");
const CHORES = wordSet(
  "commit push pull pr get back new latest in going fresh merge rebase stash save and then the this that it them these all changes change everything now again try retry go on do undo revert stop continue keep going proceed start so far we have you up to with a message main branch please your my our work code " +
    "commite commiter pousse pousser fusionne et puis le la les ça ces tout tous changements maintenant encore réessaie recommence annule arrête continue continuer fais fais-le vas-y sur une branche",
);
