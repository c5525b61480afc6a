import { isTelling, wordsOf } from "../detect/topic.js";

const TITLE = 60;
const SUMMARY = 160;
const ENOUGH_WORDS = 3;
const SAID = 400;
// What people say before they say it.
const LEAD =
  /^(?:(?:hi|hello|hey|bonjour|salut|ok|okay|so|now|then|and|also|well|great|thanks|thank you|perfect|yes|yeah|yep|no|next|please|pls|alright|right|cool|nice|sooo*|hm+|alors|maintenant|ensuite|merci|parfait|oui|non)\b[\s,.!:;-]*|(?:(?:can|could|would|will) (?:you|we)(?: please)?|please|let'?s|let us|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|we (?:need|want|have|should)(?: to)?|you should|i think(?: that)?|help me(?: to)?|(?:peux|pourrais|peut)[- ](?:tu|on)|est-ce que tu peux|je (?:veux|voudrais|souhaite)(?: que tu)?|il faut(?: que tu)?|implement the following(?: plan)?|implémente le plan suivant)\b[\s,:]*)/i;
const PLAN = /^(?:(?:implementation )?plan|plan d['’]implémentation)\s*[:–—-]\s*/i;
const QUESTION =
  /^(?:what|why|how|where|when|who|which|is|are|do|does|did|should|if|i|you|que|qui|quoi|quel|quelle|pourquoi|comment|où|est-ce)\b/i;
// An opening without news.
const EMPTY_SENTENCE =
  /^(?:(?:all )?done|perfect|great|excellent|good|now|okay|ok|yes|sure|let me|i'll|i will|you're right|here(?:'s| is| are)|parfait|voilà|c'est fait|terminé|bien|d'accord|oui|je vais|tu as raison)\b/i;

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

/** What came out of a turn: the first sentence of the agent's last words that says something, else what was asked. */
export function summaryOf(closing: string | undefined, request: string): string {
  // An item of a list says little without the others.
  const said = sentences(withoutHeadings(plain((closing ?? "").slice(0, SAID)))).find(
    (sentence) =>
      isWhole(sentence) &&
      !EMPTY_SENTENCE.test(sentence) &&
      !/^\||[:?]$/.test(sentence) &&
      telling(sentence) >= ENOUGH_WORDS,
  );
  return shorten(said ?? plain(request), SUMMARY);
}

function isWhole(sentence: string): boolean {
  return /[.!]$/.test(sentence) || sentence.split(" ").length >= 6;
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

/** Headings name what follows; they say nothing themselves. */
function withoutHeadings(text: string): string {
  return text.replace(/^#+\s+.*$/gm, "");
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
