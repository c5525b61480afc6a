import { type Origin, origin, type Source, textLine } from "../../brief/source.js";
import { clean, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import type { Story, TurnNote } from "./digest.js";

/** The first and last request, the turns in few words, and the last answer. */
export function storySources(story: Story, phrases: Phrases, room: number): Source[] {
  const { text = "", first = "", turns, request = "", left = "" } = story;
  const { conversation } = phrases;
  const ask = clean(request);
  const begun = clean(first);
  return [
    ...earlierSource(text, room),
    ...(begun === "" || begun === ask
      ? []
      : [short("first", 60, conversation.first, begun, room * 0.08, ASKED)]),
    ...turnSource(turns, text, phrases),
    ...(ask === "" ? [] : [short("request", 90, phrases.request, ask, room * 0.1, ASKED)]),
    ...(left === "" ? [] : [short("left", 52, conversation.left, clean(left), room * 0.1, ANSWERED)]),
  ];
}

const ASKED: readonly Origin[] = [origin("user", ["prompt.submitted"])];
const ANSWERED: readonly Origin[] = [origin("agent", ["turn.ended"])];

function short(
  key: string,
  priority: number,
  label: string,
  text: string,
  ideal: number,
  origins: readonly Origin[],
): Source {
  return textLine({
    key,
    priority,
    label,
    text,
    least: 40,
    ideal: Math.max(60, ideal),
    because: "asked or said",
    origins,
  });
}

/** The earlier story keeps its lines. */
function earlierSource(story: string, room: number): Source[] {
  const lines = story.split("\n").map(clean).filter(Boolean);
  const text = lines.join("\n");
  if (text === "") return [];
  return [
    {
      key: "story",
      priority: 88,
      minimum: Math.min(text.length, Math.floor(room * EARLIER_SHARE)),
      ideal: text.length,
      because: "told of it before",
      origins: [origin("agent", ["compaction.finished"])],
      render: (space) => shortened(lines, space),
    },
  ];
}

/** Keeps the first line and the last ones. */
function shortened(lines: readonly string[], room: number): string {
  const whole = lines.join("\n");
  if (whole.length <= room) return whole;
  const [first = "", ...rest] = lines;
  let left = room - first.length - GAP.length;
  const last: string[] = [];
  for (const line of rest.toReversed()) {
    left -= line.length + 1;
    if (left < 0) break;
    last.unshift(line);
  }
  return last.length === 0 ? shorten(whole, room) : [first + GAP, ...last].join("\n");
}

const GAP = "\n…";
const EARLIER_SHARE = 0.35;
const MAX_NOTE_CHARS = 150;
const BETWEEN = "\n- ";

/** Prefers turns that changed something, then later ones; shows them in order. */
function turnSource(turns: readonly TurnNote[], earlier: string, { conversation }: Phrases): Source[] {
  const before = new Set(earlier.split("\n"));
  const notes = turns.map(({ asked, came, edited }, n) => ({ n, edited, text: noteText(asked, came) }));
  const said = notes.filter(({ text }) => text !== "" && !before.has(`- ${text}`));
  if (said.length === 0) return [];
  const ranked = said.toSorted((a, b) => Number(b.edited > 0) - Number(a.edited > 0) || b.n - a.n);
  const lead = `${earlier === "" ? conversation.turns : conversation.since}:`;
  return [
    {
      key: "turns",
      priority: 56,
      minimum: lead.length + BETWEEN.length + Math.min(MAX_NOTE_CHARS, ranked[0]?.text.length ?? 0),
      ideal: lead.length + said.reduce((sum, { text }) => sum + text.length + BETWEEN.length, 0),
      isFiller: earlier === "",
      because: `${said.length} turns`,
      origins: [...ASKED, ...ANSWERED],
      render(room) {
        let space = room - lead.length;
        const chosen = new Set<string>();
        for (const { text } of ranked) {
          const cost = text.length + BETWEEN.length;
          if (cost > space || chosen.has(text)) continue;
          space -= cost;
          chosen.add(text);
        }
        const lines = new Set(said.map(({ text }) => text).filter((text) => chosen.has(text)));
        return lines.size === 0 ? "" : lead + [...lines].map((text) => BETWEEN + text).join("");
      },
    },
  ];
}

function noteText(asked: string, came: string): string {
  const request = shorten(clean(asked), MAX_NOTE_CHARS / 2);
  const outcome = clean(came);
  if (request === "") return shorten(outcome, MAX_NOTE_CHARS);
  return outcome === "" ? request : shorten(`${request} → ${outcome}`, MAX_NOTE_CHARS);
}
