import type { TidemarkEvent } from "../../event/registry.js";
import { isLater, putKeyed, type Stamp, stampOf } from "../../model/fold/stamp.js";
import { ownWords } from "../../text/prose/own-words.js";
import { type Language, languageVotes } from "../../text/words/language.js";
import type { LanguageVotes } from "../port.js";
import { languageWish } from "./language-wish.js";
import { relationshipIn, roleIn } from "./person.js";
import { noviceSigns, technicalTerms } from "./technical-level.js";
import { verbosityWish } from "./verbosity.js";

export interface Tally {
  readonly id: string;
  readonly n: number;
}

/** Traits of the person who writes the prompts. All are counters, so the order of arrival does not show. */
export interface Learned {
  readonly prompts: number;
  readonly language: { readonly en: number; readonly fr: number };
  /** The language that the person asked for last. */
  readonly languageWish?: LanguageWish;
  readonly level: { readonly expert: number; readonly novice: number };
  /** Prompts with some technical terms. */
  readonly technical: number;
  readonly verbosity: { readonly concise: number; readonly detailed: number };
  /** Prompts with an emoji. */
  readonly emoji: number;
  /** Prompts in each hour of the day in UTC, because a fold knows no time zone. */
  readonly hours: readonly number[];
  readonly roles: readonly Tally[];
  readonly relationships: readonly Tally[];
}

interface LanguageWish extends Stamp {
  readonly language: Language;
}

export const NOTHING_LEARNED: Learned = {
  prompts: 0,
  language: { en: 0, fr: 0 },
  level: { expert: 0, novice: 0 },
  technical: 0,
  verbosity: { concise: 0, detailed: 0 },
  emoji: 0,
  hours: Array.from({ length: 24 }, () => 0),
  roles: [],
  relationships: [],
};

const MANY_TERMS = 5;
const SOME_TERMS = 2;
const MAX_NAMES = 20;
const MAX_PROMPT_CHARS = 2_000;
const HOUR = 3_600_000;

/** Learns from the person's own words only, not from output of tools or the agent. */
export function learn(before: Learned, event: TidemarkEvent): Learned {
  if (event.type !== "prompt.submitted") return before;
  const text = typedIn(event.data.text);
  if (text === "") return before;
  const votes = languageVotes(text);
  const wish = verbosityWish(text);
  const isNovice = noviceSigns(text);
  const terms = technicalTerms(text);
  const isExpert = !isNovice && terms > MANY_TERMS;
  const { language, level, verbosity } = before;
  return {
    prompts: before.prompts + 1,
    language: { en: language.en + votes.en, fr: language.fr + votes.fr },
    languageWish: wishAfter(before.languageWish, languageWish(text), event),
    level: { expert: level.expert + Number(isExpert), novice: level.novice + Number(isNovice) },
    technical: before.technical + Number(terms >= SOME_TERMS),
    verbosity: {
      concise: verbosity.concise + Number(wish === "concise"),
      detailed: verbosity.detailed + Number(wish === "detailed"),
    },
    emoji: before.emoji + Number(hasEmoji(text)),
    hours: before.hours.map((n, hour) => (hour === hourOf(event.at) ? n + 1 : n)),
    roles: count(before.roles, roleIn(text)?.toLowerCase()),
    relationships: count(before.relationships, relationshipIn(text)),
  };
}

/** The languages of the prompts so far, and the one that was asked for. */
export const learnedLanguage: LanguageVotes = ({ extra: { learned } }) => ({
  ...learned.language,
  wish: learned.languageWish?.language,
});

function wishAfter(
  before: LanguageWish | undefined,
  language: Language | undefined,
  event: TidemarkEvent,
): LanguageWish | undefined {
  return language !== undefined && isLater(event, before) ? { language, ...stampOf(event) } : before;
}

// Fenced text was pasted, and people say who they are and what they want before they go on at length.
function typedIn(text: string): string {
  const said = text.trimStart();
  if (/^(?:\/[\w:-]+(?!\S)|<[a-z][\w-]*>)/i.test(said)) return "";
  return ownWords(said)
    .replace(/^(```+|~~~+)[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))/gm, "")
    .trim()
    .slice(0, MAX_PROMPT_CHARS);
}

function hourOf(at: number): number {
  return ((Math.floor(at / HOUR) % 24) + 24) % 24;
}

function count(tallies: readonly Tally[], name: string | undefined): readonly Tally[] {
  if (name === undefined) return tallies;
  return putKeyed(tallies, name, MAX_NAMES, (before) => ({ id: name, n: (before?.n ?? 0) + 1 }));
}

// Without one of these there is no emoji.
const MAYBE = /[\u231a-\u2b55\ud83c-\ud83e]|\ufe0f/;

function hasEmoji(text: string): boolean {
  // Pictures, and signs that a variation selector turns into one; not the ©, ™ and ✓ of ordinary text. The pattern is
  // inside the function because it is slow to build.
  return MAYBE.test(text) && /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u.test(text);
}
