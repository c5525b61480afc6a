import { allocate } from "../../brief/budget.js";
import type { Situation } from "../../brief/situation.js";
import { choice } from "../../brief/source/choice.js";
import { decisionOrigins, decisionsOf, decisionText } from "../../brief/source/decisions.js";
import { isKnown, knownOrigins } from "../../brief/source/facts.js";
import { blockers, planOrigins, statedOrigins } from "../../brief/source/work.js";
import type { Origin } from "../../brief/source.js";
import { origin, type Source } from "../../brief/source.js";
import { isSame } from "../../model/fold/session/finding.js";
import { openItems } from "../../model/fold/session/plan.js";
import type { FileChange } from "../../model/fold/session/session-state.js";
import { clean, shorten } from "../../render/clean.js";
import { factText, fill, type Phrases, phrasesFor } from "../../render/phrase.js";
import type { Digest } from "./digest.js";
import { fitTokens } from "./fit-tokens.js";
import { storySources } from "./story-source.js";

/** A summary in two parts: how it went, and below an empty line how things stand. */
export interface Summary {
  readonly story: string;
  readonly stand: string;
}

/**
 * What takes the place of a conversation, in at most so many tokens. The same digest gives the same bytes. Tasks and
 * decisions are each sure of a share, then files and commands; how it went gets what is left.
 */
export function composeSummary(digest: Digest, limit: number, count: (text: string) => number): string {
  return fitTokens(limit, count, (room) => summaryText(summaryIn(digest, room)));
}

export function summaryText({ story, stand }: Summary): string {
  return [story, stand].filter(Boolean).join("\n\n");
}

/** The same in so many characters. */
export function summaryIn(digest: Digest, room: number): Summary {
  const phrases = phrasesFor(digest.situation.language);
  const story = storySources(digest.story, phrases, room);
  const sources = [...story, ...standSources(digest, phrases, room)];
  const { lines, keys } = allocate(sources, room - BETWEEN);
  const isStory = new Set(story.map(({ key }) => key));
  const part = (isWanted: (key: string) => boolean) =>
    lines.filter((_, at) => isWanted(keys[at] ?? "")).join("\n");
  return { story: part((key) => isStory.has(key)), stand: part((key) => !isStory.has(key)) };
}

const BETWEEN = 1;
/** Characters from which on it is said what was done in a file. */
const ROOMY = 3_000;
const NOTE = 40;
const LONGEST = { fact: 200, decision: 240, task: 160 } as const;
const SHARE = { tasks: 0.25, decisions: 0.3, facts: 0.1, choice: 0.22, mostChoice: 0.34 } as const;

function standSources(digest: Digest, phrases: Phrases, room: number): Source[] {
  const { situation } = digest;
  const { about, facts, pins, rules } = situation;
  const pinned = [...pins.map(({ text }) => clean(text)), ...rules.map(({ text }) => clean(text))];
  const known = facts.filter(isKnown).map((fact) => factText(fact, LONGEST.fact, phrases));
  return [
    ...listSource("pins", 95, phrases.pinned, pinned, [origin("user", ["pin.added", "rule.added"])], {
      least: room * SHARE.facts,
    }),
    ...listSource("facts", 74, phrases.known, known, knownOrigins(facts), { least: room * SHARE.facts }),
    ...listSource(
      "decided",
      83,
      phrases.decided,
      decisionLines(digest, phrases),
      decisionOrigins(situation),
      {
        least: room * SHARE.decisions,
      },
    ),
    ...listSource(
      "open",
      85,
      phrases.conversation.open,
      taskLines(situation, phrases),
      [...planOrigins(about), ...statedOrigins("next", facts, about)],
      {
        least: room * SHARE.tasks,
      },
    ),
    ...blockers(about, facts, phrases, room * 0.12),
    ...choice(situation, phrases, { note: noteIn(about?.files ?? [], room) }).map((source) => ({
      ...source,
      minimum: Math.floor(room * SHARE.choice),
      ideal: Math.floor(room * SHARE.mostChoice),
    })),
  ];
}

/** What was done to a file, where there is room for more than names. */
function noteIn(files: readonly FileChange[], room: number): (path: string) => string {
  if (room < ROOMY) return () => "";
  const done = new Map(
    files.map(({ path, summary }) => [path, clean(summary)] as const).filter(([, text]) => text !== ""),
  );
  return (path) => {
    const text = done.get(path);
    return text === undefined ? "" : ` (${shorten(text, NOTE)})`;
  };
}

/** What is still to do: of the plan, declared, and found in the last words. */
export function taskLines(
  { plan, facts, about }: Situation,
  phrases: Phrases,
  longest: number = LONGEST.task,
): string[] {
  const planned = openItems(plan).map(({ text }) => clean(text));
  const done = plan.filter(({ status }) => status === "done").map(({ text }) => clean(text));
  const declared = facts.filter(({ kind }) => kind === "next").map((fact) => factText(fact, WHOLE, phrases));
  const found = (about?.found.next ?? []).map(({ text }) => clean(text));
  return distinct([
    ...planned,
    ...without(declared, [...planned, ...done]),
    ...without(found, [...planned, ...done, ...declared]),
  ]).map((line) => shorten(line, longest));
}

function without(items: readonly string[], said: readonly string[]): string[] {
  return items.filter((item) => !said.some((other) => isSame(item, other)));
}

/** What was decided with its reason and what was rejected, then what was chosen, in the words in which it was said. */
export function decisionLines(
  { situation, chosen, inWords }: Digest,
  phrases: Phrases,
  longest: number = LONGEST.decision,
): string[] {
  const made = decisionsOf(situation)
    .filter(({ choice }) => !inWords.has(choice))
    .map((decision) => decisionText(decision, phrases, WHOLE));
  // Compared whole: two that begin alike are two.
  return distinct([...made, ...chosen.map((text) => clean(text))]).map((line) => shorten(line, longest));
}

const WHOLE = 4_000;

function distinct(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const key = line.toLowerCase();
    return line !== "" && !seen.has(key) && seen.add(key) !== undefined;
  });
}

const BETWEEN_LIST_SOURCE = "\n- ";

/** A source that says each item on a line of its own below its label. It is sure of a share, and takes more where there is more. */
function listSource(
  key: string,
  priority: number,
  label: string,
  items: readonly string[],
  origins: readonly Origin[],
  { least, most = Number.POSITIVE_INFINITY }: { readonly least: number; readonly most?: number },
): Source[] {
  const said = items.filter((text) => text !== "");
  if (said.length === 0) return [];
  const lead = `${label}:${BETWEEN_LIST_SOURCE}`;
  const full = lead.length + said.join(BETWEEN_LIST_SOURCE).length;
  const ideal = Math.min(full, Math.max(lead.length + SHORTEST, Math.floor(most)));
  return [
    {
      key,
      priority,
      minimum: Math.min(ideal, Math.max(lead.length + SHORTEST, Math.floor(least))),
      ideal,
      because: `${said.length} of them`,
      origins,
      render(room) {
        const body = fill(said, BETWEEN_LIST_SOURCE, room - lead.length, LEAST);
        return body === "" ? "" : lead + body;
      },
    },
  ];
}

const SHORTEST = 24;
/** Rather fewer of them than none that can be understood. */
const LEAST = 60;
