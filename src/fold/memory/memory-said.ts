import { conventionsIn } from "../../detect/convention.js";
import type { Decision } from "../../detect/decision.js";
import { isPasted, sentencesIn, withoutPutIn } from "../../detect/sentence.js";
import type { Envelope } from "../../event/envelope.js";
import { type Findings, type Heard, isSame, settling } from "../session/finding.js";
import type { SessionDraft } from "../session/session-draft.js";
import { remember } from "./memory.js";

const MOST = { text: 4_000, tail: 1_000, summary: 8_000, sentence: 400, files: 12 } as const;

/** A slash command by itself steers the agent and says nothing of the work. */
export function rememberPrompt(draft: SessionDraft, event: Envelope, text: string): void {
  const typed = withoutPutIn(text).trim();
  if (typed === "" || /^\/\S+$/.test(typed)) return;
  remember(draft, event, { kind: "prompt", by: "user", text: shortened(typed) });
}

export function rememberAnswer(draft: SessionDraft, event: Envelope, message: string): void {
  const files = draft.turn.edited.values().slice(-MOST.files);
  remember(draft, event, { kind: "answer", by: "agent", text: message.slice(0, MOST.text).trim(), files });
}

export function rememberPlan(draft: SessionDraft, event: Envelope, plan: string): void {
  const text = plan.slice(0, MOST.text).trim();
  if (text !== "") remember(draft, event, { kind: "plan", by: "agent", text });
}

export function rememberSummary(draft: SessionDraft, event: Envelope, summary: string): void {
  const text = summary.slice(0, MOST.summary).trim();
  if (text !== "") remember(draft, event, { kind: "summary", by: "agent", text });
}

/** How a person wants the work done from now on. */
export function rememberConventions(draft: SessionDraft, event: Envelope, prompt: string): void {
  for (const text of conventionsIn(prompt)) remember(draft, event, { kind: "convention", by: "user", text });
}

/** Decisions, obstacles and how they were overcome: what these words add to what was found before. */
export function rememberFindings(
  draft: SessionDraft,
  event: Envelope,
  said: { readonly text: string; readonly by: "user" | "agent"; readonly heard: Heard },
  before: Findings,
): void {
  const { decisions, blocked } = draft.found;
  const { text, by, heard } = said;
  if (decisions !== before.decisions) {
    const replaced = before.decisions.filter((old) => !decisions.includes(old));
    for (const made of heard.decisions)
      if (!replaced.some((old) => isSame(old.choice, made.choice) && saysAsMuch(old, made)))
        remember(draft, event, { kind: "decision", by, text: decisionText(text, made) });
  }
  if (blocked === before.blocked) return;
  const gone = before.blocked.filter((old) => !blocked.includes(old));
  for (const obstacle of blocked)
    if (!before.blocked.includes(obstacle) && !gone.some((old) => isSame(old.text, obstacle.text)))
      remember(draft, event, {
        kind: "blocker",
        by,
        text: sentenceWith(text, obstacle.text) ?? obstacle.text,
      });
  for (const obstacle of gone) {
    const solved = settling(heard, obstacle.text);
    if (solved === undefined) continue;
    const how = sentenceWith(text, solved) ?? solved;
    remember(draft, event, { kind: "fix", by, text: `${obstacle.text} — resolved: ${how}` });
  }
}

/** What was pasted goes first, then the middle: a request stands at either end. */
function shortened(text: string): string {
  if (text.length <= MOST.text) return text;
  const typed = text
    .split("\n")
    .filter((line) => !isPasted(line))
    .join("\n");
  const left = typed.trim() === "" ? text : typed;
  if (left.length <= MOST.text) return left;
  return `${left.slice(0, MOST.text - MOST.tail - 3)}\n…\n${left.slice(-MOST.tail)}`;
}

/** A decision repeated without a new reason is the old one. */
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

/** The sentence a phrase was taken from: months later it tells more than the phrase. Of several, one with more of it. */
function sentenceWith(text: string, phrase: string, more: readonly string[] = []): string | undefined {
  const words = phrase.replace(/…$/, "");
  const found = sentencesIn(text).filter((sentence) => bare(sentence.text).includes(words));
  const whole = found.find((sentence) => more.some((part) => bare(sentence.text).includes(part)));
  return (whole ?? found[0])?.text.slice(0, MOST.sentence);
}

function bare(text: string): string {
  return text.replaceAll("`", "").replace(/\s+/g, " ");
}
