import type { EventName } from "../../event/registry.js";
import type { DeclaredFact } from "../../model/fold/declared/declared-fact.js";
import type { Provenance } from "../../model/fold/memory/memory-state.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { openItems } from "../../model/fold/session/status.js";
import { clean, joinFitting, shorten } from "../../render/clean.js";
import { factText, type Phrases } from "../../render/phrase.js";
import type { Situation } from "../situation.js";
import { line, type Origin, origin, type Source, textLine } from "../source.js";
import { declaredOrigins } from "./facts.js";

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
      origins: [origin("user", ["prompt.submitted"], situation.about)],
    }),
  ];
}

/** Agents that get their context with the prompt already see it, so show the previous request instead. */
function lastRequest({ asked, about, prompt }: Situation): string {
  const request = asked ?? about?.work.request ?? "";
  if (prompt === undefined || about === undefined || request === "") return request;
  const isThisOne = clean(prompt).startsWith(clean(request).replace(/…$/, ""));
  return isThisOne ? (about.words.asked.at(-2) ?? "") : request;
}

export function openTasks({ plan, about }: Situation, phrases: Phrases, ideal: number): Source[] {
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
      origins: planOrigins(about),
      body: (room) => joinFitting(items, "; ", room),
    }),
  ];
}

/** Failing commands, and obstacles that somebody mentioned. */
export function blockers(
  about: SessionState | undefined,
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  ideal: number,
): Source[] {
  const newest = [...(about?.blockers ?? [])].reverse().slice(0, 2);
  const stated = [...facts.filter(({ kind }) => kind === "blocker"), ...(about?.found.blocked ?? [])]
    .map((one) => factText(one, MAX_STATEMENT_CHARS, phrases))
    .filter(Boolean);
  const failing = newest.map(({ command, output }) => {
    const cause = mostInformative(output);
    return cause === "" ? `\`${clean(command)}\`` : `\`${clean(command)}\` (${shorten(cause, 120)})`;
  });
  return [
    ...listed({
      key: "blockers",
      priority: 80,
      label: phrases.failing,
      items: failing,
      ideal,
      because: "failed, and has not passed since",
      origins: [origin("tool", ["tool.finished"], about)],
      separator: " · ",
    }),
    ...listed({
      key: "blocked",
      priority: 78,
      label: phrases.blocked,
      items: stated,
      ideal,
      because: "said to stand in the way",
      origins: statedOrigins("blocker", facts, about),
    }),
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
      origins: [origin("agent", ["turn.ended"], about)],
    }),
  ];
}

/** The agent's own summary at a compaction, if no thread says more. */
export function synthesis({ synthesis, about }: Situation, phrases: Phrases): Source[] {
  const text = clean(synthesis ?? "");
  if (text === "") return [];
  return [
    textLine({
      key: "synthesis",
      priority: 86,
      label: phrases.summary,
      text,
      ideal: 150,
      because: "the agent's own summary at its last compaction",
      origins: [origin("agent", ["compaction.finished"], about)],
    }),
  ];
}

/** The work tree is on another branch than the session was. */
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
      origins: [origin("git", [])],
    }),
  ];
}

/** Open work, in the words of the last closing message or of a declaration. */
export function nextActions(
  about: SessionState | undefined,
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  { ideal, isRoomy }: { readonly ideal: number; readonly isRoomy: boolean },
): Source[] {
  // In a small budget the agent's plan is enough.
  const isPlanned = !isRoomy && openItems(about?.plan ?? []).length > 0;
  const found = isPlanned ? [] : (about?.found.next ?? []);
  const items = [...facts.filter(({ kind }) => kind === "next"), ...found]
    .map((one) => factText(one, MAX_STATEMENT_CHARS, phrases))
    .filter(Boolean);
  return listed({
    key: "next",
    priority: 84,
    label: phrases.next,
    items,
    ideal,
    because: "said to be next",
    origins: statedOrigins("next", facts, about),
  });
}

export function planOrigins(about: SessionState | undefined): Origin[] {
  return [origin("agent", ["plan.updated"], about)];
}

/** Statements are declared, or found in a prompt or a closing message. Neither holds tool output. */
export function statedOrigins(
  kind: "blocker" | "next",
  facts: readonly DeclaredFact[],
  about: SessionState | undefined,
): Origin[] {
  const found = (kind === "next" ? about?.found.next : about?.found.blocked) ?? [];
  return [...declaredOrigins(facts, kind), ...found.map(({ by }) => origin(by, [SAID_IN[by]], about))];
}

export const SAID_IN: { readonly [B in Provenance]: EventName } = {
  user: "prompt.submitted",
  agent: "turn.ended",
  tool: "tool.finished",
};

function listed({
  items,
  ideal,
  separator = "; ",
  ...rest
}: Pick<Source, "key" | "priority" | "ideal" | "because" | "origins"> & {
  readonly label: string;
  readonly items: readonly string[];
  readonly separator?: string;
}): Source[] {
  const [first] = items;
  if (first === undefined) return [];
  return [
    line({
      ...rest,
      minimum: Math.min(first.length, 40),
      ideal: Math.max(Math.min(first.length, 40), Math.min(items.join(separator).length, ideal)),
      body: (room) => joinFitting(items, separator, room),
    }),
  ];
}

const MAX_STATEMENT_CHARS = 110;

/** The most informative line of an output. */
function mostInformative(output: string): string {
  const lines = output.split("\n").map(clean).filter(Boolean);
  const meaning = lines.filter((text) => !/^Exit code/i.test(text));
  return (
    // A cause is better than a place, and both are better than a bare failure.
    meaning.find((text) => /error\b.*\w|exception|expected|cannot|not found|denied|panic/i.test(text)) ??
    meaning.find((text) => /error|fail/i.test(text)) ??
    meaning[0] ??
    ""
  );
}
