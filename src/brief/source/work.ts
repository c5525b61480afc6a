import type { EventName } from "../../event/registry.js";
import type { DeclaredFact } from "../../model/fold/declared/declared-fact.js";
import type { Provenance } from "../../model/fold/memory/memory-state.js";
import type { Findings } from "../../model/fold/session/finding.js";
import type { SessionState } from "../../model/fold/session/session-state.js";
import { openItems } from "../../model/fold/session/status.js";
import { clean, joinFitting, shorten } from "../../render/clean.js";
import { factText, type Phrases } from "../../render/phrase.js";
import type { Situation } from "../situation.js";
import { line, type Origin, origin, type Source, textLine } from "../source.js";
import { declaredOrigins } from "./facts.js";

/** The last request, where it must not be missing: it was interrupted, or the session goes on. */
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

const ACTION = { en: "Last action", fr: "Dernière action" };
const GOING_ON: ReadonlySet<Situation["kind"]> = new Set(["immediate", "resume", "handover"]);

/** Commits and pushes are told by what they kept. */
const KEPT = /^\S+ git (?:add|commit|push)\b/;

/** The last tool call of the session that goes on, if no other line tells it and there is room left. */
export function lastAction(situation: Situation, { language }: Phrases): Source[] {
  const { kind, about, interrupted } = situation;
  const text = clean(about?.work.action ?? "");
  if (!GOING_ON.has(kind) || interrupted !== undefined || !text.includes(" ") || KEPT.test(text)) return [];
  if (failedIn(situation).some(({ command }) => text.endsWith(clean(command)))) return [];
  const source = textLine({
    key: "action",
    priority: 20,
    label: ACTION[language],
    text,
    ideal: 80,
    because: "what was done last",
    origins: [origin("tool", ["tool.started", "tool.finished"], about)],
  });
  return [{ ...source, isFiller: true }];
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

/** Failing checks of the project, and obstacles that somebody mentioned. */
export function blockers(situation: Situation, phrases: Phrases, ideal: number): Source[] {
  const { about, facts } = situation;
  const stated = obstaclesOf(situation);
  return failing(
    failedIn(situation),
    about === undefined ? undefined : { ...about, found: { ...about.found, blocked: stated } },
    facts,
    phrases,
    ideal,
  );
}

/** The checks that fail in the project; if its notes were not read, the commands that failed in the session. */
export function failedIn({
  about,
  tree,
}: Pick<Situation, "about" | "tree">): readonly { readonly command: string; readonly output: string }[] {
  if (tree === undefined) return about?.blockers ?? [];
  return tree.checks.flatMap(({ ok, command, error }) => (ok ? [] : { command, output: error }));
}

/** Obstacles that somebody mentioned in the session, or in earlier ones of the thread that goes on. */
export function obstaclesOf({
  about,
  hot,
  unfinished,
}: Pick<Situation, "about" | "hot" | "unfinished">): Findings["blocked"] {
  const own = about?.found.blocked ?? [];
  const left = unfinished?.get(hot?.id ?? "")?.obstacles ?? [];
  return [...own, ...left.filter(({ text }) => !own.some((one) => one.text === text))];
}

/** Failing commands, the latest last, and obstacles that somebody mentioned. */
export function failing(
  failed: readonly { readonly command: string; readonly output: string }[],
  about: SessionState | undefined,
  facts: readonly DeclaredFact[],
  phrases: Phrases,
  ideal: number,
): Source[] {
  const newest = [...failed].reverse().slice(0, 2);
  const stated = [...facts.filter(({ kind }) => kind === "blocker"), ...(about?.found.blocked ?? [])]
    .map((one) => factText(one, MAX_STATEMENT_CHARS, phrases))
    .filter(Boolean);
  const commands = newest.map(({ command, output }) => {
    const cause = mostInformative(output);
    return cause === "" ? `\`${clean(command)}\`` : `\`${clean(command)}\` (${shorten(cause, 120)})`;
  });
  return [
    ...listed({
      key: "blockers",
      priority: 80,
      label: phrases.failing,
      items: commands,
      // Half of an error often leaves out what matters.
      ideal: Math.max(ideal, Math.min(commands[0]?.length ?? 0, MAX_FAILING_CHARS)),
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

/** Next steps that were declared. */
export function nextActions(facts: readonly DeclaredFact[], phrases: Phrases, ideal: number): Source[] {
  return listed({
    key: "next",
    priority: 84,
    label: phrases.next,
    items: facts
      .filter(({ kind }) => kind === "next")
      .map((one) => factText(one, MAX_STATEMENT_CHARS, phrases))
      .filter(Boolean),
    ideal,
    because: "said to be next",
    origins: declaredOrigins(facts, "next"),
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
const MAX_FAILING_CHARS = 110;

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
