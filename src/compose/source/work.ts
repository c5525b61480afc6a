import type { DeclaredFact } from "../../fold/declared/declared-fact.js";
import { openItems } from "../../fold/session/plan.js";
import type { PlanItem, SessionState } from "../../fold/session/session-state.js";
import { clean, joinFitting, shorten } from "../render/clean.js";
import type { Phrases } from "../render/phrase.js";
import { factText } from "../render/staged.js";
import type { Situation } from "../situation.js";
import type { Source } from "../source.js";
import { line, textLine } from "./line.js";

export function request(situation: Situation, phrases: Phrases, ideal: number): Source[] {
  const text = clean(lastRequest(situation));
  if (text === "") return [];
  return [
    textLine({
      key: "request",
      priority: 90,
      label: phrases.request,
      text,
      ideal,
      because: "what was asked last",
    }),
  ];
}

/** Who is only told with a prompt has it before its eyes: the one before that is news. */
function lastRequest({ asked, about, prompt }: Situation): string {
  const request = asked ?? about?.work.request ?? "";
  if (prompt === undefined || about === undefined || request === "") return request;
  const isThisOne = clean(prompt).startsWith(clean(request).replace(/…$/, ""));
  return isThisOne ? (about.words.asked.at(-2) ?? "") : request;
}

export function openTasks(plan: readonly PlanItem[], phrases: Phrases, ideal: number): Source[] {
  const items = openItems(plan).map((item) => clean(item.text).slice(0, 110));
  const [first] = items;
  if (first === undefined) return [];
  return [
    line({
      key: "open",
      priority: 85,
      label: phrases.open(items.length, plan.length),
      minimum: Math.min(first.length, 40),
      ideal: Math.min(items.join("; ").length, ideal),
      because: `${items.length} of the agent's plan are not done`,
      body: (room) => joinFitting(items, "; ", room),
    }),
  ];
}

/** What fails, and what somebody said stands in the way. */
export function blockers(
  about: SessionState | undefined,
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  ideal: number,
): Source[] {
  const newest = [...(about?.blockers ?? [])].reverse().slice(0, 2);
  const stated = [...facts.filter(({ kind }) => kind === "blocker"), ...(about?.found.blocked ?? [])]
    .map((one) => factText(one, LONGEST_STATEMENT, phrases))
    .filter(Boolean);
  const failing = newest.map(({ command, output }) => {
    const cause = telling(output);
    return cause === "" ? `\`${clean(command)}\`` : `\`${clean(command)}\` (${shorten(cause, 120)})`;
  });
  return [
    ...listed("blockers", 80, phrases.failing, failing, ideal, "failed, and has not passed since", " · "),
    ...listed("blocked", 78, phrases.blocked, stated, ideal, "said to stand in the way"),
  ];
}

export function closing(about: SessionState | undefined, phrases: Phrases): Source[] {
  const text = clean(about?.closing?.text ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "closing",
      priority: 40,
      label: phrases.answer,
      text,
      isFiller: true,
      least: 80,
      ideal: 160,
      because: "the agent's last words",
    }),
  ];
}

/** The agent's own summary at a compaction, where no thread says more. */
export function synthesis(summary: string | undefined, phrases: Phrases): Source[] {
  const text = clean(summary ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "synthesis",
      priority: 86,
      label: phrases.summary,
      text,
      ideal: 150,
      because: "the agent's own summary at its last compaction",
    }),
  ];
}

/** The work tree is on another branch than that session was. */
export function movedBranch({ about, branch, kind, world }: Situation, phrases: Phrases): Source[] {
  const left = about?.branch;
  if (left === undefined || branch === undefined || left === branch || kind === "compact") return [];
  const became = phrases.branchVerdict(world.branch(left));
  const text = phrases.moved(clean(branch), clean(left)) + (became === "" ? "" : ` (${became})`);
  return [
    textLine({
      key: "branch",
      priority: 72,
      label: phrases.onBranch,
      text,
      ideal: 140,
      because: "that session was on another branch",
    }),
  ];
}

/** What was left to do, in the words of the last closing message or of who declared it. */
export function nextActions(
  about: SessionState | undefined,
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  { ideal, isRoomy }: { readonly ideal: number; readonly isRoomy: boolean },
): Source[] {
  // In little room the agent's plan says enough.
  const isPlanned = !isRoomy && openItems(about?.plan ?? []).length > 0;
  const found = isPlanned ? [] : (about?.found.next ?? []);
  const items = [...facts.filter(({ kind }) => kind === "next"), ...found]
    .map((one) => factText(one, LONGEST_STATEMENT, phrases))
    .filter(Boolean);
  return listed("next", 84, phrases.next, items, ideal, "said to be next");
}

function listed(
  key: string,
  priority: number,
  label: string,
  items: readonly string[],
  ideal: number,
  because: string,
  separator = "; ",
): Source[] {
  const [first] = items;
  if (first === undefined) return [];
  return [
    line({
      key,
      priority,
      label,
      minimum: Math.min(first.length, 40),
      ideal: Math.max(Math.min(first.length, 40), Math.min(items.join(separator).length, ideal)),
      because,
      body: (room) => joinFitting(items, separator, room),
    }),
  ];
}

const LONGEST_STATEMENT = 110;

/** The line of an output that says most. */
function telling(output: string): string {
  const lines = output.split("\n").map(clean).filter(Boolean);
  const meaning = lines.filter((text) => !/^Exit code/i.test(text));
  return (
    // What went wrong says more than where, and both more than that something did.
    meaning.find((text) => /error\b.*\w|exception|expected|cannot|not found|denied|panic/i.test(text)) ??
    meaning.find((text) => /error|fail/i.test(text)) ??
    meaning[0] ??
    ""
  );
}
