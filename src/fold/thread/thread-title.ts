import { outcomeIn } from "../../detect/outcome.js";
import { isTelling, wordsOf } from "../../detect/topic.js";

const TITLE = 60;
const SUMMARY = 160;
// What people say before they say it.
const LEAD =
  /^(?:(?:hi|hello|hey|bonjour|salut|ok|okay|so|now|then|and|also|well|great|thanks|thank you|perfect|yes|yeah|yep|no|next|please|pls|alright|right|cool|nice|sooo*|hm+|alors|maintenant|ensuite|merci|parfait|oui|non)\b[\s,.!:;-]*|(?:(?:can|could|would|will) (?:you|we)(?: please)?|please|let'?s|let us|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|we (?:need|want|have|should)(?: to)?|you should|i think(?: that)?|help me(?: to)?|(?:peux|pourrais|peut)[- ](?:tu|on)|est-ce que tu peux|je (?:veux|voudrais|souhaite)(?: que tu)?|il faut(?: que tu)?|implement the following(?: plan)?|implémente le plan suivant)\b[\s,:]*)/i;
const PLAN = /^(?:(?:implementation )?plan|plan d['’]implémentation)\s*[:–—-]\s*/i;
const QUESTION =
  /^(?:what|why|how|where|when|who|which|is|are|do|does|did|should|if|i|you|que|qui|quoi|quel|quelle|pourquoi|comment|où|est-ce)\b/i;

/** A request as a title: one clean line of at most 60 characters, cut at a word. */
export function titleOf(request: string): string {
  let text = plain(request.replace(/^\/\S+\s*/, ""));
  for (let lead = LEAD.exec(text); lead !== null && lead[0].length < text.length; lead = LEAD.exec(text)) {
    text = text.slice(lead[0].length).trimStart();
  }
  const heading = headingOf(text)?.replace(PLAN, "") ?? text;
  const first = sentences(heading).find((sentence) => telling(sentence) > 0) ?? heading;
  const line = first.replace(/[\s.:;,!]+$/, "");
  return shorten(line.charAt(0).toUpperCase() + line.slice(1), TITLE);
}

/** How much a request says as a title: its telling words, and whether it is a plan with a heading, or a question, or led to changes. */
export function rankOf(request: string, isDone: boolean, title = titleOf(request)): number {
  const isQuestion = title.endsWith("?") || QUESTION.test(title);
  return (
    Math.min(telling(title), 4) +
    (isDone ? 1 : 0) +
    (/(?:^|\s)#+\s/.test(request) ? 2 : 0) -
    (isQuestion ? 2 : 0)
  );
}

/**
 * Where the work stands, by the agent's closing words of a turn. Words that say little leave what was said before,
 * unless that is outdated: "Done." is better than a "not finished yet" from before the work.
 */
export function summaryOf(closing: string | undefined, before: string, isOutdated = false): string {
  const outcome = closing === undefined ? undefined : outcomeIn(closing);
  if (outcome === undefined) return before;
  return outcome.isClear || isOutdated || before === "" ? shorten(plain(outcome.text), SUMMARY) : before;
}

function headingOf(text: string): string | undefined {
  return /^#+\s+(.*?)(?:\s+#+\s|$)/.exec(text)?.[1];
}

function telling(text: string): number {
  return new Set(wordsOf(text).filter(isTelling)).size;
}

/** Without marks, tags, quotes of code and addresses. */
function plain(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/<[^<>]{0,80}>|\bhttps?:\/\/\S+/g, " ")
    .replace(/^\s*(?:[-*>]|\d+[.)])\s+/gm, "")
    .replace(/\[([^\]]{1,80})\]\([^)]{0,200}\)/g, "$1")
    .replace(/[*`]+/g, "")
    .trim();
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,.:;(\ud800-\udbff-]+$/, "")}…`;
}
