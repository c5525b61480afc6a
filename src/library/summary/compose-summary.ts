import { allocate } from "../../brief/compose.js";
import type { Situation } from "../../brief/situation.js";
import { choice } from "../../brief/source/choice.js";
import { decisionOrigins, decisionsOf, decisionText } from "../../brief/source/decisions.js";
import { isKnown, knownOrigins } from "../../brief/source/facts.js";
import { failing, planOrigins, statedOrigins } from "../../brief/source/work.js";
import { type Origin, origin, type Source } from "../../brief/source.js";
import { isSame } from "../../model/fold/session/finding.js";
import type { FileChange } from "../../model/fold/session/session-state.js";
import { openItems } from "../../model/fold/session/status.js";
import { clean, shorten } from "../../render/clean.js";
import { factText, fill, type Phrases, phrasesFor } from "../../render/phrase.js";
import type { Digest } from "./digest.js";
import { fitTokens } from "./fit-tokens.js";
import { storySources } from "./story-source.js";

/** A summary in two parts: how it went, and below an empty line the current state. */
export interface Summary {
  readonly story: string;
  readonly stand: string;
}

const MIN_ROOM_FOR_NOTES = 3_000;
const MAX_CHARS = { fact: 200, decision: 240, task: 160, whole: 4_000 } as const;
const SHARE = {
  tasks: 0.25,
  decisions: 0.3,
  facts: 0.1,
  blockers: 0.12,
  choice: 0.22,
  maxChoice: 0.34,
} as const;
const BULLET = "\n- ";
const MIN_LIST_CHARS = 24;
/** Shows fewer items rather than shorten them below this. */
const MIN_ITEM_CHARS = 60;

/** The text that replaces a conversation, within the limit of tokens. The same digest gives the same bytes. */
export function composeSummary(digest: Digest, limit: number, count: (text: string) => number): string {
  return fitTokens(limit, count, (room) => summaryText(summaryIn(digest, room)));
}

export function summaryText({ story, stand }: Summary): string {
  return [story, stand].filter(Boolean).join("\n\n");
}

/** Composes a summary within a number of characters. */
export function summaryIn(digest: Digest, room: number): Summary {
  const phrases = phrasesFor(digest.situation.language);
  const story = storySources(digest.story, phrases, room);
  const sources = [...story, ...standSources(digest, phrases, room)];
  // One character for the empty line between the parts.
  const { lines, keys } = allocate(sources, room - 1);
  const isStory = new Set(story.map(({ key }) => key));
  const part = (isWanted: (key: string) => boolean) =>
    lines.filter((_, at) => isWanted(keys[at] ?? "")).join("\n");
  return { story: part((key) => isStory.has(key)), stand: part((key) => !isStory.has(key)) };
}

function standSources(digest: Digest, phrases: Phrases, room: number): Source[] {
  const { situation } = digest;
  const { about, facts, pins, rules } = situation;
  const pinned = [...pins, ...rules].map(({ text }) => clean(text));
  const known = facts.filter(isKnown).map((fact) => factText(fact, MAX_CHARS.fact, phrases));
  const decided = decisionLines(digest, phrases);
  const decidedBy = decisionOrigins(situation);
  const tasks = taskLines(situation, phrases);
  const pinOrigins = [origin("user", ["pin.added", "rule.added"])];
  const taskOrigins = [...planOrigins(about), ...statedOrigins("next", facts, about)];
  const { open } = phrases.conversation;
  return [
    ...listSource("pins", 95, phrases.pinned, pinned, pinOrigins, room * SHARE.facts),
    ...listSource("facts", 74, phrases.known, known, knownOrigins(facts), room * SHARE.facts),
    ...listSource("decided", 83, phrases.decided, decided, decidedBy, room * SHARE.decisions),
    ...listSource("open", 85, open, tasks, taskOrigins, room * SHARE.tasks),
    ...failing(about?.blockers ?? [], about, facts, phrases, room * SHARE.blockers),
    ...choice(situation, phrases, { note: noteIn(about?.files ?? [], room) }).map((source) => ({
      ...source,
      minimum: Math.floor(room * SHARE.choice),
      ideal: Math.floor(room * SHARE.maxChoice),
    })),
  ];
}

/** Describes changes of files if there is room for more than their names. */
function noteIn(files: readonly FileChange[], room: number): (path: string) => string {
  if (room < MIN_ROOM_FOR_NOTES) return () => "";
  const done = new Map(
    files.map(({ path, summary }) => [path, clean(summary)] as const).filter(([, text]) => text !== ""),
  );
  return (path) => {
    const text = done.get(path);
    return text === undefined ? "" : ` (${shorten(text, 40)})`;
  };
}

/** Open tasks: planned, declared, or found in the last answer. */
export function taskLines(
  { plan, facts, about }: Situation,
  phrases: Phrases,
  maxChars: number = MAX_CHARS.task,
): string[] {
  const planned = openItems(plan).map(({ text }) => clean(text));
  const done = plan.filter(({ status }) => status === "done").map(({ text }) => clean(text));
  const declared = facts
    .filter(({ kind }) => kind === "next")
    .map((fact) => factText(fact, MAX_CHARS.whole, phrases));
  const found = (about?.found.next ?? []).map(({ text }) => clean(text));
  return distinct([
    ...planned,
    ...without(declared, [...planned, ...done]),
    ...without(found, [...planned, ...done, ...declared]),
  ]).map((line) => shorten(line, maxChars));
}

function without(items: readonly string[], said: readonly string[]): string[] {
  return items.filter((item) => !said.some((other) => isSame(item, other)));
}

/** Recorded decisions with reasons and rejected options, then choices in their own words. */
export function decisionLines(
  { situation, chosen, inWords }: Digest,
  phrases: Phrases,
  maxChars: number = MAX_CHARS.decision,
): string[] {
  const made = decisionsOf(situation)
    .filter(({ choice }) => !inWords.has(choice))
    .map((decision) => decisionText(decision, phrases, MAX_CHARS.whole));
  // Compare before shortening: two lines may begin alike.
  return distinct([...made, ...chosen.map((text) => clean(text))]).map((line) => shorten(line, maxChars));
}

function distinct(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const key = line.toLowerCase();
    return line !== "" && !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** Shows each item on a line below the label, with at least a share of the room. */
function listSource(
  key: string,
  priority: number,
  label: string,
  items: readonly string[],
  origins: readonly Origin[],
  share: number,
): Source[] {
  const shown = items.filter((text) => text !== "");
  if (shown.length === 0) return [];
  const lead = `${label}:${BULLET}`;
  const ideal = lead.length + shown.join(BULLET).length;
  return [
    {
      key,
      priority,
      minimum: Math.min(ideal, Math.max(lead.length + MIN_LIST_CHARS, Math.floor(share))),
      ideal,
      because: `${shown.length} of them`,
      origins,
      render(room) {
        const body = fill(shown, BULLET, room - lead.length, MIN_ITEM_CHARS);
        return body === "" ? "" : lead + body;
      },
    },
  ];
}
