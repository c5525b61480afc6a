import { shortLine, wordSet, wordsIn } from "../words/wording.js";
import { directiveIn } from "./directive.js";
import { isContinuation } from "./next-action.js";
import { lowerOf, sentencesIn } from "./sentence.js";

/**
 * What a prompt wants done, in one short line: its first directive without the courtesies. Nothing for questions,
 * thanks, approvals, pasted logs and slash commands, nor for chores such as "commit this": the work is another.
 */
export function intentOf(text: string): string | undefined {
  const said = text.trimStart();
  if (/^[/<!#]\S/.test(said)) return undefined;
  const sentences = sentencesIn(said);
  for (const [index, { text: sentence }] of sentences.entries()) {
    const directive = directiveIn(sentence);
    if (directive === undefined || isChore(directive) || isVague(directive)) continue;
    return isContinuation(said) ? undefined : shortLine(completed(directive, sentences[index + 1]?.text));
  }
  return undefined;
}

/** "Implement the following plan:" says nothing without the title that follows. */
function completed(directive: string, next: string | undefined): string {
  if (!directive.endsWith(":") || next === undefined) return directive;
  const title = next.replace(TITLE, "");
  if (/\S{50}/.test(title)) return directive;
  return FOLLOWING.test(lowerOf(directive)) ? title : `${directive} ${title}`;
}

/** Every word is about bookkeeping, or points at what was said before. */
function isChore(directive: string): boolean {
  const words = wordsIn(lowerOf(directive));
  return words.length <= MOST_WORDS && words.every((word) => CHORES.has(word));
}

/** "Resolve these", "investigate": what, only the conversation knows. */
function isVague(directive: string): boolean {
  const words = wordsIn(lowerOf(directive));
  return words.length < 2 || (words.length === 2 && POINTERS.has(words[1] ?? ""));
}

const MOST_WORDS = 8;
const TITLE = /^(?:(?:implementation )?plan|task|goal|objectif|tâche)\s*[:—–-]\s*/i;
const FOLLOWING = /\b(?:following|this|ce) (?:plan|task|spec|tâche)\s*:$|\b(?:plan|tâche) suivante?\s*:$/;
const POINTERS = wordSet("it this that these those them all both everything so ça cela tout");
const CHORES = wordSet(
  "commit push pull pr get back new latest in going fresh merge rebase stash save and then the this that it them these all changes change everything now again try retry go on do undo revert stop continue keep going proceed start so far we have you up to with a message main branch please your my our work code " +
    "commite commiter pousse pousser fusionne et puis le la les ça ces tout tous changements maintenant encore réessaie recommence annule arrête continue continuer fais fais-le vas-y sur une branche",
);
