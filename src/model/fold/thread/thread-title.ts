import { directiveIn } from "../../../text/prose/directive.js";
import { outcomeIn } from "../../../text/prose/outcome.js";
import { isRule, newTopicIn } from "../../../text/prose/remark.js";
import { isPasted } from "../../../text/prose/sentence.js";
import { isSubject, wordsOf } from "../../../text/prose/topic.js";
import type { Note } from "../session/note.js";
import { isFeatureBranch, workBranch } from "./thread-branch.js";
import type { Gist, Thread, ThreadTurn } from "./thread-state.js";

/** A title, and how informative it is. */
interface Title {
  readonly title: string;
  readonly rank: number;
}

export const GIVEN_TITLE_RANK = 100;
const RANK = { plan: 9, pullRequest: 8, branch: 5, subject: 4, word: 2, agreeing: 2, poor: 4 } as const;
/** For a turn that asks for nothing nameable, such as a pasted log. */
const LAST_RESORT = { file: -1, outcome: -2, request: -3 } as const;
export const NO_RANK = -4;
// Later turns do not change a good title, so that people recognize the thread.
const MAX_TITLE_TURNS = 6;
const MIN_RANK_GAIN = 2;
const MIN_NEW_SUBJECTS = 2;

/** The title after a turn: a clearly better one replaces it, and so does a later plan or pull request. */
export function betterTitle(thread: Thread, turn: ThreadTurn, gist: Gist): Title {
  const named = titleFor(turn, gist.isReply || gist.isRemark);
  if (named.title === "") return thread;
  const isSettled = thread.turns >= MAX_TITLE_TURNS && thread.rank >= RANK.poor;
  const gain = named.rank >= RANK.pullRequest ? 0 : isSettled ? Number.POSITIVE_INFINITY : MIN_RANK_GAIN;
  return thread.title === "" || named.rank >= thread.rank + gain || isOther(thread, turn, named)
    ? named
    : thread;
}

/** Whether a later session works on another subject of the thread, in words that name it as well as the title does. */
function isOther(thread: Thread, turn: ThreadTurn, { title, rank }: Title): boolean {
  if (thread.sessions.includes(turn.session) || turn.edited.length === 0) return false;
  if (rank < Math.max(thread.rank, RANK.poor) || branchTitle(workBranch(turn)) !== "") return false;
  const before = wordsOf(thread.title).filter(isSubject);
  const now = new Set(wordsOf(title).filter(isSubject));
  const shared = before.filter((word) => now.has(word)).length;
  return shared * 2 <= before.length && now.size - shared >= MIN_NEW_SUBJECTS;
}

/** The best title that a turn offers. A reply says nothing itself; its branch, plan or commits may. */
function titleFor(turn: ThreadTurn, isReply: boolean): Title {
  const branch = branchTitle(workBranch(turn));
  const asked = isReply ? "" : titleOf(turn.request);
  const isDone = turn.edited.length > 0;
  const agrees = asked !== "" && sharesWord(asked, branch);
  const best = bestOf([
    ...(turn.notes ?? []).map(noteTitle),
    { title: asked, rank: rankOf(turn.request, isDone, asked) + (agrees ? RANK.agreeing : 0) },
    { title: branch, rank: branchRank(branch) },
    { title: isReply && !isDone ? "" : nameOf(turn), rank: LAST_RESORT.file },
  ]);
  if (best.title !== "") return best;
  // They rank below all others, and reading the outcome is slow.
  return bestOf([
    { title: asTitle(plain(outcomeIn(turn.closing ?? "")?.text ?? "")), rank: LAST_RESORT.outcome },
    { title: asTitle(plain(turn.request)), rank: LAST_RESORT.request },
  ]);
}

function bestOf(titles: readonly Title[]): Title {
  return titles
    .filter(({ title }) => title !== "")
    .reduce((best, one) => (one.rank > best.rank ? one : best), { title: "", rank: NO_RANK });
}

/** The title of a plan or a pull request, or the subject of a commit. */
function noteTitle(note: Note): Title {
  switch (note.is) {
    case "plan":
      return { title: note.verdict === "rejected" ? "" : headed(note.title), rank: RANK.plan };
    case "pull-request":
      return {
        title: numbered(subjectOf(note.title), note.number),
        // One that is only looked at may belong to other work.
        rank: note.state === "opened" ? RANK.pullRequest : RANK.subject,
      };
    case "commit": {
      const title = subjectOf(note.subject);
      return { title: countSubjects(title) > 1 ? title : "", rank: RANK.subject };
    }
    default:
      return { title: "", rank: NO_RANK };
  }
}

/** "Lazy tiles (PR #12)": people speak of a pull request by its number. */
function numbered(title: string, number: string): string {
  if (title === "" || number === "") return title;
  const end = ` (PR #${number})`;
  return shorten(title, MAX_TITLE_CHARS - end.length) + end;
}

/** Without the type of a conventional commit: "fix(api): retry" is "Retry". */
function subjectOf(subject: string): string {
  if (/^(?:merge|revert|wip|fixup!|squash!)\b/i.test(subject)) return "";
  return asTitle(
    plain(subject)
      .replace(/^[a-z]+(?:\([^)]*\))?!?:\s+/i, "")
      .replace(/\s*\(#\d+\)$/, ""),
  );
}

/** The name of a feature branch as words, without its owner, date and ticket. */
export function branchTitle(branch: string | undefined): string {
  if (!isFeatureBranch(branch)) return "";
  const parts = branch.split("/");
  const words = (parts.at(-1) ?? "")
    .replace(/^\d{4}-?\d{2}-?\d{2}[-_]/, "")
    .replace(/^[a-z]{2,4}-\d+[-_](?=[a-z])/i, "")
    .split(/[-_.\s]+/)
    .filter(
      (word) => /^(?:\d{1,3}|[\p{L}\d]*\p{L}[\p{L}\d]*)$/u.test(word) && !/^(?=.*\d.*\d)\w{7,}$/.test(word),
    );
  if (countSubjects(words.join(" ")) === 0) return "";
  const isFix = /^(?:fix|bugfix|hotfix)$/.test(parts[0] ?? "") && !/^fix/i.test(words[0] ?? "");
  return asTitle([...(isFix ? ["fix"] : []), ...words].join(" "));
}

function branchRank(title: string): number {
  const words = title.split(" ").length;
  if (countSubjects(title) > 1 || words > 2) return RANK.branch;
  return words === 2 ? RANK.subject : RANK.word;
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(wordsOf(other).filter(isSubject));
  return wordsOf(one).some((word) => words.has(word));
}

/** A title if nothing was asked: the last file that is no picture. */
function nameOf({ edited, seen }: ThreadTurn): string {
  const path = edited.at(-1) ?? seen.findLast((one) => !/\.(?:png|jpe?g|gif|webp|pdf)$/i.test(one)) ?? "";
  return path.split("/").slice(-2).join("/");
}

const MAX_TITLE_CHARS = 60;
const MAX_SENTENCES = 8;
// Polite and empty openings of a request.
const LEAD =
  /^(?:(?:hi|hello|hey|bonjour|salut|ok|okay|so|now|then|and|but|also|well|great|thanks|thank you|perfect|yes|yeah|yep|no|next|please|pls|alright|right|cool|nice|sooo*|hm+|oh|ah|sorry|actually|claude|alors|maintenant|ensuite|merci|parfait|oui|non|du coup)\b[\s,.!:;-]*|(?:(?:(?:one|a|another) )?(?:more )?(?:quick|small|tiny|little|last|minor) (?:thing|one|question|task|fix|request|favou?r|note)|(?:one|another) (?:more )?(?:thing|question)|by the way|btw|fyi|petite? (?:chose|question|demande|truc))\b[\s,.!:;–—-]+|(?:(?:can|could|would|will) (?:you|we)(?: please)?|please|let'?s|let us|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|we (?:need|want|have|should)(?: to)?|you should|i think(?: that)?|help me(?: to)?|(?:peux|pourrais|peut)[- ](?:tu|on)|est-ce que tu peux|je (?:veux|voudrais|souhaite)(?: que tu)?|il faut(?: que tu)?|implement the following(?: plan)?|implémente le plan suivant)\b[\s,:]*)/i;
const PLAN = /^(?:(?:implementation )?plan|plan d['’]implémentation)\s*[:–—-]\s*/i;
const BARE_PLAN = /^(?:(?:the |le )?(?:implementation )?plan|plan d['’]implémentation)$/i;
const PLANNED =
  /^\s*(?:please )?(?:implement|execute|implémente|exécute) (?:the following|this|le)? ?plan\b[^#]{0,20}#|^#+\s+(?:implementation )?plan\b/i;
/** Orders about branches and commits, not about the work itself. */
const CHORE =
  /^(?:create|make|open|push|commit|merge|rebase|check ?out|switch|crée|ouvre|pousse|fusionne)\b.{0,30}\b(?:branch|branche|pr|prs|pull request|commits?|main|master)\b/i;
const HEADING = /^#+\s+(.*?)(?:\s+#+\s|$)/;
const QUESTION =
  /^(?:what|why|how|where|when|who|which|is|are|do|does|did|should|if|i|i'?m|i'?ve|it|you|that|this|there|que|qui|quoi|quel|quelle|pourquoi|comment|où|est-ce|je|j['’]|ça|il y a)\b/i;
/** Pasted output and labels, which nobody would call work: a shell prompt, JSON, a log, a trace, "Context: …". */
const NO_TITLE =
  /^.{0,60}[❯➜]|^(?:[$%>+|{[]|\S+@\S+ \S+ [%$#]|\d{4}[-/]\d\d|\d\d:\d\d|traceback\b|\w*(?:error|exception|warning)\b ?[:([]|at \S+ ?\(|npm err|file "|context ?:|contexte ?:|background ?:|files mentioned)/i;

/** A request as a title: one clean line of at most 60 characters, cut at a word. "" if nobody asked for anything. */
export function titleOf(request: string): string {
  const text = withoutLead(plain(request.replace(/^\/\S+\s*/, "")));
  const heading = HEADING.exec(text)?.[1];
  if (heading !== undefined && !NO_TITLE.test(heading)) return headed(heading);
  if (isRule(text)) return "";
  const said = sentences(text.replace(/^#+\s+/, ""))
    .slice(0, MAX_SENTENCES)
    .map(withoutLead);
  // What stands after something pasted may be pasted too, unless it is an order.
  const pasted = said.findIndex((one) => NO_TITLE.test(one) || isPasted(one));
  const told = said.filter(
    (one, at) => (pasted < 0 || at < pasted || (at > pasted && isOrder(one))) && !isRule(one),
  );
  const work = told.filter((one) => !CHORE.test(one));
  const from = work.length > 0 ? work : told;
  return asTitle(
    from.find((one) => isOrder(one) && countSubjects(one) > 1) ??
      from.find((one) => countSubjects(one) > 1) ??
      from.find((one) => countSubjects(one) > 0) ??
      from[0] ??
      "",
  );
}

/** How informative a request is as a title. Headings, orders and changes raise the rank, questions lower it. */
export function rankOf(request: string, isDone: boolean, title = titleOf(request)): number {
  if (PLANNED.test(request)) return RANK.plan;
  const isAsking = title.endsWith("?") || QUESTION.test(title) || CHORE.test(title);
  const subjects = Math.min(countSubjects(title), 4);
  const isHeaded = /(?:^|\s)#+\s/.test(request);
  const isClear = subjects > 0 && !isAsking && isOrder(title);
  return subjects + (isDone ? 1 : 0) + (isHeaded ? 2 : 0) + (isClear ? 1 : 0) - (isAsking ? 2 : 0);
}

function isOrder(sentence: string): boolean {
  return directiveIn(sentence) !== undefined;
}

function headed(heading: string): string {
  const title = asTitle(plain(heading).replace(PLAN, ""));
  return BARE_PLAN.test(title) ? "" : title;
}

function asTitle(text: string): string {
  const line = text.replace(/[\s.:;,!]+$/, "");
  return shorten(line.charAt(0).toUpperCase() + line.slice(1), MAX_TITLE_CHARS);
}

function withoutLead(text: string): string {
  let rest = newTopicIn(text) ?? text;
  for (let lead = LEAD.exec(rest); lead !== null && lead[0].length < rest.length; lead = LEAD.exec(rest)) {
    rest = rest.slice(lead[0].length).trimStart();
    rest = newTopicIn(rest) ?? rest;
  }
  return rest;
}

function countSubjects(text: string): number {
  return new Set(wordsOf(text).filter(isSubject)).size;
}

/** Without markup, tags, code blocks and addresses. The address of a pull request or issue becomes its number. */
export function plain(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/\[([^\]]{1,80})\]\([^)]{0,200}\)/g, "$1")
    .replace(/\bhttps?:\/\/\S+?\/(?:pull|merge_requests)\/(\d+)\S*/g, "PR #$1")
    .replace(/\bhttps?:\/\/\S+?\/issues\/(\d+)\S*/g, "issue #$1")
    .replace(/<[^<>]{0,80}>|\bhttps?:\/\/\S+/g, " ")
    .replace(/^\s*(?:[-*>]|\d+[.)])\s+/gm, "")
    .replace(/\s\{["\s].*/s, " ")
    .replace(/[*`]+/g, "")
    .trim();
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** One line of at most so many characters, cut at a word. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\s,.:;(\ud800-\udbff-]+$/, "")}…`;
}
