import type { Envelope } from "../../../event/envelope.js";
import { conventionsIn } from "../../../text/prose/convention.js";
import type { Decision } from "../../../text/prose/decision.js";
import { isPasted, sentencesIn, withoutPutIn } from "../../../text/prose/sentence.js";
import { isSameStatement, restates, subjectOf } from "../../../text/prose/subject.js";
import type { CommandClass, ShellReading } from "../../../text/shell/shell.js";
import { readTestOutput } from "../../../text/shell/test-output.js";
import { type Findings, resolutionsOf, type Statements } from "../session/finding.js";
import { blockerKey, type FileDraft, type SessionDraft } from "../session/session-draft.js";
import type { Blocker } from "../session/session-state.js";
import { changesText, isAborted, withChange, withChangeIn } from "../session/tool-outcome.js";
import { shortId } from "../stamp.js";
import { remember } from "./memory.js";

const MAX_LISTED = { changed: 8, ran: 4, proven: 100 } as const;
/** Commands that may fix something. Tests and checks only show it. */
const ACTING: ReadonlySet<CommandClass> = new Set(["install", "run", "build", "destructive"]);
const MOVING = /^git (?:checkout|switch|pull|merge|rebase|revert|restore|reset|apply|cherry-pick|stash)\b/;
/** One-off commands that nobody runs again. */
const PASSING = /\s(?:-e|-c|--eval)\s|(?:^|[\s=])\/tmp\/|<</;

/** Notes a changed file for the turn and for each failing command. */
export function noteChange(draft: SessionDraft, change: FileDraft): void {
  draft.changed.put(change.path, withChange(draft.changed.get(change.path), change));
  eachBlocker(draft, (blocker) => ({
    ...blocker,
    changed: withChangeIn(blocker.changed, change, MAX_LISTED.changed),
  }));
}

/** Notes a successful command that may fix the failing ones. */
export function noteRun(draft: SessionDraft, { text, whole, class: kind, isFragment }: ShellReading): void {
  if (isFragment || !(ACTING.has(kind) || MOVING.test(text))) return;
  eachBlocker(draft, (blocker) =>
    blocker.command === whole || blocker.ran.includes(text)
      ? blocker
      : { ...blocker, ran: [...blocker.ran, text].slice(-MAX_LISTED.ran) },
  );
}

/** Remembers how a failing command was fixed, if anything was done in between. */
export function rememberFix(draft: SessionDraft, event: Envelope, blocker: Blocker): void {
  const { command, error, changed, ran } = blocker;
  if (changed.length + ran.length === 0 || isAborted(error)) return;
  const failed = `\`${command}\` failed${error === "" ? "" : `: ${error}`}`;
  const by = [
    changesText(changed),
    ran.length === 0 ? "" : `ran ${ran.map((each) => `\`${each}\``).join(", ")}`,
  ];
  const text = `${failed} — fixed by: ${by.filter(Boolean).join("; ")}`;
  remember(draft, event, { kind: "fix", by: "tool", text, files: changed.map(({ path }) => path) });
}

/** Remembers a command the first time it works in a session, and again after it has failed. */
export function rememberCommand(
  draft: SessionDraft,
  event: Envelope,
  { text, class: kind, isFragment }: Pick<ShellReading, "text" | "class" | "isFragment">,
  output: string,
): void {
  if (isFragment || draft.proven.length >= MAX_LISTED.proven || PASSING.test(text)) return;
  const key = provenKey(text, event);
  if (draft.proven.includes(key)) return;
  draft.proven.push(key);
  const passed = kind === "test" ? readTestOutput(output)?.passed : undefined;
  const about = [
    `${kind} command`,
    passed === undefined ? "" : `${passed} passed`,
    event.dir === undefined ? "" : `in ${event.dir}`,
  ];
  const works = `\`${text}\` works (${about.filter(Boolean).join(", ")})`;
  remember(draft, event, { kind: "command", by: "tool", text: works });
}

/** A command that fails is not known to work any more. */
export function forgetCommand(draft: SessionDraft, event: Envelope, command: string): void {
  const at = draft.proven.indexOf(provenKey(command, event));
  if (at !== -1) draft.proven.splice(at, 1);
}

function provenKey(command: string, { dir }: Envelope): string {
  return shortId(dir === undefined ? command : `${dir}\n${command}`);
}

/** At the end of a turn, remembers the failing commands and the changed files. */
export function rememberWork(draft: SessionDraft, event: Envelope): void {
  eachBlocker(draft, (blocker) => {
    if (blocker.told || isAborted(blocker.error)) return blocker;
    const { command, error } = blocker;
    const text = `\`${command}\` fails${error === "" ? "" : `: ${error}`}`;
    remember(draft, event, { kind: "blocker", by: "tool", text });
    return { ...blocker, told: true };
  });
  const changed = draft.changed.values();
  if (changed.length === 0) return;
  const files = changed.map(({ path }) => path);
  remember(draft, event, { kind: "change", by: "tool", text: `changed ${changesText(changed)}`, files });
  draft.changed.clear();
}

// Puts all of them again, so that their order stays.
function eachBlocker(draft: SessionDraft, next: (blocker: Blocker) => Blocker): void {
  if (draft.blockers.size === 0) return;
  for (const blocker of draft.blockers.values()) draft.blockers.put(blockerKey(blocker), next(blocker));
}

const MAX_SAID = { text: 4_000, tail: 1_000, summary: 8_000, sentence: 400, files: 12 } as const;

/** Ignores slash commands without arguments. */
export function rememberPrompt(draft: SessionDraft, event: Envelope, text: string): void {
  const typed = withoutPutIn(text).trim();
  if (typed === "" || /^\/\S+$/.test(typed)) return;
  remember(draft, event, { kind: "prompt", by: "user", text: shortened(typed) });
}

export function rememberAnswer(draft: SessionDraft, event: Envelope, message: string): void {
  const files = draft.turn.edited.values().slice(-MAX_SAID.files);
  const text = message.slice(0, MAX_SAID.text).trim();
  remember(draft, event, { kind: "answer", by: "agent", text, files });
}

export function rememberPlan(draft: SessionDraft, event: Envelope, plan: string): void {
  const text = plan.slice(0, MAX_SAID.text).trim();
  if (text !== "") remember(draft, event, { kind: "plan", by: "agent", text });
}

export function rememberSummary(draft: SessionDraft, event: Envelope, summary: string): void {
  const text = summary.slice(0, MAX_SAID.summary).trim();
  if (text !== "") remember(draft, event, { kind: "summary", by: "agent", text });
}

export function rememberConventions(draft: SessionDraft, event: Envelope, prompt: string): void {
  for (const text of conventionsIn(prompt)) remember(draft, event, { kind: "convention", by: "user", text });
}

/** Remembers new decisions, new obstacles and how obstacles were resolved. */
export function rememberFindings(
  draft: SessionDraft,
  event: Envelope,
  said: { readonly text: string; readonly by: "user" | "agent"; readonly heard: Statements },
  before: Findings,
): void {
  const { decisions, blocked } = draft.found;
  const { text, by, heard } = said;
  const sentenceOf = (phrase: string) => sentenceWith(text, phrase) ?? phrase;
  if (decisions !== before.decisions) {
    const replaced = before.decisions.filter((old) => !decisions.includes(old));
    for (const made of heard.decisions)
      if (!replaced.some((old) => restates(subjectOf(made), subjectOf(old)) && saysAsMuch(old, made)))
        remember(draft, event, { kind: "decision", by, text: decisionText(text, made) });
  }
  if (blocked === before.blocked) return;
  const gone = before.blocked.filter((old) => !blocked.includes(old));
  for (const obstacle of blocked)
    if (!before.blocked.includes(obstacle) && !gone.some((old) => isSameStatement(old.text, obstacle.text)))
      remember(draft, event, { kind: "blocker", by, text: sentenceOf(obstacle.text) });
  const resolutions = resolutionsOf(
    heard,
    before.blocked.map((obstacle) => obstacle.text),
  );
  for (const obstacle of gone) {
    const solved = resolutions.get(obstacle.text);
    if (solved === undefined) continue;
    const how = solved === "" ? "" : `: ${sentenceOf(solved)}`;
    remember(draft, event, { kind: "fix", by, text: `${obstacle.text} — resolved${how}` });
  }
}

/** Drops pasted lines first, then the middle: the request is at either end. */
function shortened(text: string): string {
  if (text.length <= MAX_SAID.text) return text;
  const typed = text
    .split("\n")
    .filter((line) => !isPasted(line))
    .join("\n");
  const left = typed.trim() === "" ? text : typed;
  if (left.length <= MAX_SAID.text) return left;
  return `${left.slice(0, MAX_SAID.text - MAX_SAID.tail - 3)}\n…\n${left.slice(-MAX_SAID.tail)}`;
}

/** Whether the old decision already has the reason and the rejected options. */
function saysAsMuch(old: Decision, made: Decision): boolean {
  return (
    (made.reason === undefined || old.reason !== undefined) && made.rejected.length <= old.rejected.length
  );
}

function decisionText(text: string, { choice, reason, rejected }: Decision): string {
  const sentence =
    sentenceWith(text, choice, [...rejected, ...(reason === undefined ? [] : [reason])]) ?? choice;
  const plain = bare(sentence);
  const missing = rejected.filter((name) => !plain.includes(name));
  const not = missing.length === 0 ? "" : ` (not ${missing.join(", ")})`;
  const why = reason === undefined || plain.includes(reason) ? "" : ` because ${reason}`;
  return `${sentence}${not}${why}`;
}

/** The sentence of a phrase, which says more than the phrase months later. Prefers one that contains more. */
function sentenceWith(text: string, phrase: string, more: readonly string[] = []): string | undefined {
  const words = phrase.replace(/…$/, "");
  const found = sentencesIn(text).filter((sentence) => bare(sentence.text).includes(words));
  const whole = found.find((sentence) => more.some((part) => bare(sentence.text).includes(part)));
  return (whole ?? found[0])?.text.slice(0, MAX_SAID.sentence);
}

function bare(text: string): string {
  return text.replaceAll("`", "").replace(/\s+/g, " ");
}
