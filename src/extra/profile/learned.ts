import type { TidemarkEvent } from "../../event/registry.js";
import { putKeyed } from "../../model/fold/declared/removal.js";
import { languageVotes } from "../../text/words/language.js";
import type { LanguageVotes } from "../port.js";
import { hasEmoji } from "./emoji.js";
import { relationshipIn, roleIn } from "./person.js";
import { hintsIn } from "./person-hint.js";
import { noviceSigns, technicalTerms } from "./technical-level.js";
import { verbosityWish } from "./verbosity.js";

/** How often something was met. */
export interface Tally {
  readonly id: string;
  readonly n: number;
}

/** What prompts show of the person who writes them: counters alone, so the order of arrival cannot be seen. */
export interface Learned {
  readonly prompts: number;
  readonly language: { readonly en: number; readonly fr: number };
  readonly level: { readonly expert: number; readonly novice: number };
  readonly verbosity: { readonly concise: number; readonly detailed: number };
  /** Prompts with an emoji in them. */
  readonly emoji: number;
  /** Prompts in each hour of the day, UTC: a fold knows no time zone. */
  readonly hours: readonly number[];
  readonly roles: readonly Tally[];
  readonly relationships: readonly Tally[];
}

export const NOTHING_LEARNED: Learned = {
  prompts: 0,
  language: { en: 0, fr: 0 },
  level: { expert: 0, novice: 0 },
  verbosity: { concise: 0, detailed: 0 },
  emoji: 0,
  hours: Array.from({ length: 24 }, () => 0),
  roles: [],
  relationships: [],
};

const MANY_TERMS = 5;
const MOST_NAMES = 20;
const LONGEST = 2_000;
const HOUR = 3_600_000;

/** Only what the person wrote teaches: no tool's output, no word of the agent. */
export function learn(before: Learned, event: TidemarkEvent): Learned {
  if (event.type !== "prompt.submitted") return before;
  const text = ownWords(event.data.text);
  if (text === "") return before;
  const votes = languageVotes(text);
  const hints = hintsIn(text);
  const wish = hints.verbosity ? verbosityWish(text) : undefined;
  const isNovice = hints.novice && noviceSigns(text);
  const isExpert = !isNovice && hints.expert && technicalTerms(text) > MANY_TERMS;
  const { language, level, verbosity } = before;
  return {
    prompts: before.prompts + 1,
    language: { en: language.en + votes.en, fr: language.fr + votes.fr },
    level: { expert: level.expert + Number(isExpert), novice: level.novice + Number(isNovice) },
    verbosity: {
      concise: verbosity.concise + Number(wish === "concise"),
      detailed: verbosity.detailed + Number(wish === "detailed"),
    },
    emoji: before.emoji + Number(hasEmoji(text)),
    hours: before.hours.map((n, hour) => (hour === hourOf(event.at) ? n + 1 : n)),
    roles: count(before.roles, hints.role ? roleIn(text)?.toLowerCase() : undefined),
    relationships: count(before.relationships, hints.relationship ? relationshipIn(text) : undefined),
  };
}

/** The languages of the prompts so far. */
export const learnedLanguage: LanguageVotes = ({ extra }) => extra.learned.language;

// A slash command is the agent's word, what is in tags comes from a program, what is fenced was pasted, and people say
// who they are and what they wish before they go on at length.
function ownWords(text: string): string {
  const said = text.trimStart();
  if (/^(?:\/[\w:-]+(?!\S)|<[a-z][\w-]*>)/i.test(said)) return "";
  return said
    .replace(/^(```+|~~~+)[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))/gm, "")
    .trim()
    .slice(0, LONGEST);
}

function hourOf(at: number): number {
  return ((Math.floor(at / HOUR) % 24) + 24) % 24;
}

function count(tallies: readonly Tally[], name: string | undefined): readonly Tally[] {
  if (name === undefined) return tallies;
  return putKeyed(tallies, name, MOST_NAMES, (before) => ({ id: name, n: (before?.n ?? 0) + 1 }));
}
