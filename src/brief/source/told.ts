import type { Phrases } from "../../render/phrase.js";
import { isPutOff } from "../../text/prose/promise.js";
import type { Language } from "../../text/words/language.js";
import type { Candidate } from "../salience/candidate.js";
import { gather } from "../salience/gather.js";
import { type Salience, type Salient, select } from "../salience/select.js";
import { TERM_WEIGHTS } from "../salience/term-weights.js";
import { WEIGHTS } from "../salience/weights.js";
import type { Situation } from "../situation.js";
import { origin, type Source } from "../source.js";

/** The headings of the lines, in reading order. */
const GROUPS = [
  "tree",
  "asked",
  "user",
  "plan",
  "decided",
  "rules",
  "committed",
  "done",
  "known",
  "next",
  "blocked",
] as const;
type Group = (typeof GROUPS)[number];

const SHIPPED: Salience = { lines: WEIGHTS, terms: TERM_WEIGHTS };

/** The lines most worth telling in this room, one source for each heading. `said` is what other lines say already. */
export function toldLines(
  situation: Situation,
  phrases: Phrases,
  room: number,
  said: readonly string[],
): Source[] {
  const labels = labelsFor(phrases);
  const pool = gather(situation, phrases);
  const chosen = select(pool, situation.salience ?? SHIPPED, {
    room,
    said,
    lead: (candidate) => leadOf(groupOf(candidate), labels),
  });
  const groups = new Map<Group, Salient[]>();
  for (const one of chosen) {
    const group = groupOf(one.candidate);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return GROUPS.flatMap((group) => {
    const lines = groups.get(group);
    return lines === undefined ? [] : [sourceOf(group, lines.sort(byTime), labels)];
  });
}

function sourceOf(group: Group, lines: readonly Salient[], labels: Labels): Source {
  const isOurs = group === "tree";
  const body = lines.map(({ text }) => text).join(isOurs ? "\n" : SEPARATOR);
  const text = isOurs ? body : `${labels[group]}: ${body}`;
  const most = Math.max(...lines.map(({ chance }) => chance));
  return {
    key: `told:${group}`,
    priority: PRIORITY + Math.round(most * 10),
    minimum: text.length,
    ideal: text.length,
    because: lines
      .map(({ text: line, chance }) => `${Math.round(chance * 100)} % "${line.slice(0, QUOTED_CHARS)}"`)
      .join(", "),
    origins: lines.map(({ candidate }) => originOf(candidate)),
    render: (room) =>
      text.length <= room ? { text, items: lines.flatMap(({ candidate }) => candidate.items ?? []) } : "",
  };
}

const SEPARATOR = "; ";
const PRIORITY = 78;
const QUOTED_CHARS = 24;

function groupOf({ kind, said, turnsAgo }: Candidate): Group {
  switch (kind) {
    case "tree":
      return "tree";
    case "plan":
    case "pasted":
      return "plan";
    case "answer":
      return "decided";
    case "commit":
    case "pull-request":
      return "committed";
    case "refusal":
      return "user";
  }
  if (said === undefined) return "known";
  if (said.isSure && (said.label === "decision" || said.label === "reversal")) return "decided";
  if (said.isSure && said.label === "rule") return "rules";
  if (said.by === "user") return turnsAgo === 0 ? "asked" : "user";
  if (said.label === "next" || said.label === "question" || isPutOff(said.text)) return "next";
  if (said.label === "blocker") return "blocked";
  return said.label === "done" ? "done" : "known";
}

/** The latest first, and what belongs to one message in its order. */
function byTime({ candidate: a }: Salient, { candidate: b }: Salient): number {
  return a.turnsAgo - b.turnsAgo || (a.said?.index ?? 0) - (b.said?.index ?? 0);
}

function originOf({ kind, said, session }: Candidate): Source["origins"][number] {
  if (said !== undefined)
    return origin(
      said.by,
      [said.by === "user" ? "prompt.submitted" : said.isMidway ? "message.said" : "turn.ended"],
      { session },
    );
  if (kind === "answer") return origin("user", ["question.answered"], { session });
  if (kind === "refusal") return origin("user", ["tool.finished"], { session });
  return origin(kind === "plan" ? "agent" : "tool", kind === "plan" ? ["plan.proposed"] : ["tool.finished"], {
    session,
  });
}

type Labels = { readonly [G in Group]: string };

function leadOf(group: Group, labels: Labels): string {
  return group === "tree" ? "" : `${labels[group]}: `;
}

function labelsFor(phrases: Phrases): Labels {
  return {
    ...WORDS[phrases.language],
    tree: "",
    asked: phrases.request,
    decided: phrases.decided,
    rules: phrases.rules,
    known: phrases.known,
    next: phrases.next,
    blocked: phrases.blocked,
  };
}

const WORDS: { readonly [L in Language]: Pick<Labels, "user" | "plan" | "committed" | "done"> } = {
  en: { user: "Asked before", plan: "Plan", committed: "Committed", done: "Done" },
  fr: { user: "Demandé avant", plan: "Plan", committed: "Commité", done: "Fait" },
};
