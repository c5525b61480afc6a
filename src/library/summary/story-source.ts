import { textLine } from "../../brief/source/line.js";
import { type Origin, origin, type Source } from "../../brief/source.js";
import { clean, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import type { Story, TurnNote } from "./digest.js";

/** How a conversation went: what was asked first and last, turn by turn in few words, and how it was left. */
export function storySources(story: Story, phrases: Phrases, room: number): Source[] {
  const { told = "", first = "", turns, request = "", left = "" } = story;
  const { conversation } = phrases;
  const ask = clean(request);
  const begun = clean(first);
  return [
    ...toldSource(told, room),
    ...(begun === "" || begun === ask
      ? []
      : [short("first", 60, conversation.first, begun, room * 0.08, ASKED)]),
    ...turnSource(turns, told, phrases),
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

/** What was told of it before stands line by line. */
function toldSource(told: string, room: number): Source[] {
  const lines = told.split("\n").map(clean).filter(Boolean);
  const text = lines.join("\n");
  if (text === "") return [];
  const share = Math.floor(room * TOLD);
  return [
    {
      key: "story",
      priority: 88,
      minimum: Math.min(text.length, share),
      ideal: text.length,
      because: "told of it before",
      origins: [origin("agent", ["compaction.finished"])],
      render: (space) => shortened(lines, space),
    },
  ];
}

/** Of too many lines the first and the last: how it began, and where it led. */
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

const TOLD = 0.35;
const LONGEST = 150;
const BETWEEN = "\n- ";

/** Turns that changed something before those that did not, the latest first; said in their order. */
function turnSource(turns: readonly TurnNote[], told: string, { conversation }: Phrases): Source[] {
  const before = new Set(told.split("\n"));
  const notes = turns.map(({ asked, came, edited }, n) => ({ n, edited, text: noteText(asked, came) }));
  const said = notes.filter(({ text }) => text !== "" && !before.has(`- ${text}`));
  if (said.length === 0) return [];
  const ranked = [...said].sort((a, b) => Number(b.edited > 0) - Number(a.edited > 0) || b.n - a.n);
  const lead = `${told === "" ? conversation.turns : conversation.since}:`;
  return [
    {
      key: "turns",
      priority: 56,
      minimum: lead.length + BETWEEN.length + Math.min(LONGEST, ranked[0]?.text.length ?? 0),
      ideal: lead.length + said.reduce((sum, { text }) => sum + text.length + BETWEEN.length, 0),
      isFiller: told === "",
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
        const lines = said.filter(
          ({ text }, at) => chosen.has(text) && said.findIndex((one) => one.text === text) === at,
        );
        return lines.length === 0 ? "" : lead + lines.map(({ text }) => BETWEEN + text).join("");
      },
    },
  ];
}

function noteText(asked: string, came: string): string {
  const request = shorten(clean(asked), LONGEST / 2);
  const outcome = clean(came);
  if (request === "") return shorten(outcome, LONGEST);
  return outcome === "" ? request : shorten(`${request} → ${outcome}`, LONGEST);
}
