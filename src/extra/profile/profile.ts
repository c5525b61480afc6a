import { line, origin, type Source } from "../../brief/source.js";
import {
  type ContextRule,
  type Declared,
  rulesOf,
  type Style,
  settingOf,
} from "../../model/fold/declared/declared.js";
import { clean, joinFitting } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { chooseLanguage, type Language } from "../../text/words/language.js";
import type { BriefLines } from "../port.js";
import type { Learned, Tally } from "./learned.js";
import type { Relationship } from "./person.js";
import { levelOf, type TechnicalLevel } from "./technical-level.js";
import type { Verbosity } from "./verbosity.js";

/** A value, and whether the person set it or the prompts showed it. */
export interface Known<T> {
  readonly value: T;
  readonly from: "set" | "learned";
}

/** Who works in a project, and how to answer. */
export interface Person {
  readonly identity: {
    readonly name?: Known<string>;
    readonly role?: Known<string>;
    readonly relationship?: Known<Relationship>;
  };
  readonly preferences: {
    readonly language?: Known<Language>;
    readonly verbosity?: Known<Verbosity | "normal">;
    readonly emoji?: Known<boolean>;
    readonly technicalLevel?: Known<TechnicalLevel>;
    readonly style?: Known<Style>;
    /** Whether agents are asked to end a turn with a line of codes. */
    readonly notes?: Known<"on" | "off">;
  };
}

export interface Profile extends Person {
  readonly patterns: {
    /** "09:00-12:00", in the time of the machine that looks. */
    readonly activeHours: readonly string[];
    readonly averageSessionMinutes?: number;
    /** The most frequent first. */
    readonly commonTasks: readonly string[];
  };
  readonly rules: readonly KnownRule[];
}

/** A rule that was given, or a lasting instruction that a prompt held. */
interface KnownRule extends ContextRule {
  readonly from: Known<string>["from"];
}

/** The settings and their values. An empty list allows any text. */
export const SETTINGS = {
  name: [],
  role: [],
  relationship: ["owner", "maintainer", "contributor", "learner"],
  language: ["en", "fr"],
  verbosity: ["concise", "normal", "detailed"],
  emoji: ["yes", "no"],
  technicalLevel: ["novice", "intermediate", "expert"],
  style: ["prose", "codes"],
  notes: ["on", "off"],
} as const;

/** Input that the fold does not keep: it knows no time zone and cannot read every prompt closely. */
export interface Look {
  readonly sessions: readonly { readonly startedAt: number; readonly lastAt: number }[];
  readonly utcOffsetMinutes: number;
  /** The kinds of work in recent prompts. */
  readonly tasks?: readonly string[];
  /** Lasting instructions in prompts, newest first. */
  readonly conventions?: readonly ContextRule[];
}

export const emptyProfile: Profile = {
  identity: {},
  preferences: {},
  patterns: { activeHours: [], commonTasks: [] },
  rules: [],
};

interface Knowing {
  readonly declared: Declared;
  readonly extra: { readonly learned: Learned };
}

/** The profile as it stands. */
export function profileOf(
  state: Knowing,
  { sessions, utcOffsetMinutes, tasks = [], conventions = [] }: Look,
): Profile {
  const imported = (key: keyof typeof PATTERNS) => settingOf(state, PATTERNS[key]);
  const hours = activeHours(state.extra.learned.hours, utcOffsetMinutes);
  const common = commonest(tasks);
  const average = Number(imported("averageSessionMinutes"));
  const given = rulesOf(state).map((rule) => ({ ...rule, from: "set" as const }));
  const isGiven = ({ text }: ContextRule) =>
    given.some((rule) => rule.text.toLowerCase() === text.toLowerCase());
  return {
    ...personOf(state),
    patterns: {
      activeHours: hours.length > 0 ? hours : listIn(imported("activeHours")),
      averageSessionMinutes:
        average > 0 && sessions.length < FEW_SESSIONS ? average : averageMinutes(sessions),
      commonTasks: common.length > 0 ? common : listIn(imported("commonTasks")),
    },
    rules: [
      ...given,
      ...conventions.filter((rule) => !isGiven(rule)).map((rule) => ({ ...rule, from: "learned" as const })),
    ],
  };
}

/** Patterns that another tool had learned, by the keys under which they are kept. They hold until there are own ones. */
export const PATTERNS = {
  activeHours: "active-hours",
  averageSessionMinutes: "session-minutes",
  commonTasks: "common-tasks",
} as const;

function listIn(text: string | undefined): string[] {
  return (text ?? "").split(",").flatMap((part) => part.trim() || []);
}

/** Whether the person writes emoji or asked for them. */
export function wantsIcons(state: Knowing): boolean {
  return personOf(state).preferences.emoji?.value === true;
}

/** Values that were set by hand win over learned ones. */
function personOf(state: Knowing): Person {
  const { learned } = state.extra;
  const set = (key: keyof typeof SETTINGS) => settingOf(state, key);
  const choice = <T extends string>(key: keyof typeof SETTINGS, choices: readonly T[]) =>
    choices.find((value) => value === set(key));
  const emoji = choice("emoji", SETTINGS.emoji);
  return {
    identity: {
      name: known(set("name"), undefined),
      role: known(set("role"), mostFrequent(learned.roles)[0]),
      relationship: known(
        choice("relationship", SETTINGS.relationship),
        SETTINGS.relationship.find((name) => name === strongest(learned.relationships)),
      ),
    },
    preferences: {
      language: known(choice("language", SETTINGS.language), languageOf(learned)),
      verbosity: known(choice("verbosity", SETTINGS.verbosity), verbosityOf(learned)),
      emoji: known(emoji && emoji === "yes", emojiOf(learned)),
      technicalLevel: known(choice("technicalLevel", SETTINGS.technicalLevel), technicalLevelOf(learned)),
      style: known(choice("style", SETTINGS.style), undefined),
      notes: known(choice("notes", SETTINGS.notes), undefined),
    },
  };
}

const COMMON = 3;
const FEW_WORDS = 3;
const FEW_PROMPTS = 10;
const FEW_SESSIONS = 3;

function known<T>(set: T | undefined, learned: T | undefined): Known<T> | undefined {
  if (set !== undefined) return { value: set, from: "set" };
  return learned === undefined ? undefined : { value: learned, from: "learned" };
}

function mostFrequent(tallies: readonly Tally[]): string[] {
  return [...tallies].sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

// A task that came once is not common.
function commonest(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const tallies = [...counts].map(([id, n]) => ({ id, n })).filter(({ n }) => n > 1);
  return mostFrequent(tallies).slice(0, COMMON);
}

// Of equally frequent relationships take the closest: an owner also contributes.
function strongest(tallies: readonly Tally[]): string | undefined {
  const highest = Math.max(0, ...tallies.map(({ n }) => n));
  return SETTINGS.relationship.find((name) => tallies.some(({ id, n }) => id === name && n === highest));
}

function languageOf({ language, languageWish }: Learned): Language | undefined {
  if (languageWish !== undefined) return languageWish.language;
  return language.en + language.fr < FEW_WORDS ? undefined : chooseLanguage(language);
}

// One wish may be about a single answer.
function verbosityOf({ verbosity: { concise, detailed } }: Learned): Verbosity | undefined {
  if (concise === detailed || Math.max(concise, detailed) < 2) return undefined;
  return concise > detailed ? "concise" : "detailed";
}

function emojiOf({ emoji, prompts }: Learned): boolean | undefined {
  return prompts < FEW_PROMPTS ? undefined : emoji * 10 >= prompts;
}

// Over many prompts, some terms in each say as much as many in one.
function technicalLevelOf({ level, technical, prompts }: Learned): TechnicalLevel | undefined {
  if (level.expert + level.novice > 0) return levelOf(level);
  return prompts >= FEW_PROMPTS && technical * 2 >= prompts ? "expert" : undefined;
}

// The median, because a session left open over night must not count as a night's work.
function averageMinutes(sessions: Look["sessions"]): number | undefined {
  const minutes = sessions
    .map(({ startedAt, lastAt }) => Math.max(0, lastAt - startedAt) / 60_000)
    .sort((a, b) => a - b);
  const middle = minutes[Math.floor(minutes.length / 2)];
  return middle === undefined ? undefined : Math.max(1, Math.round(middle));
}

/** The hours with at least half of an even share of all prompts, as ranges that may cross midnight. */
function activeHours(hours: readonly number[], offset: number): string[] {
  const all = hours.reduce((sum, n) => sum + n, 0);
  if (all < FEW_PROMPTS) return [];
  const isActive = (hour: number) => (hours[(hour + 24) % 24] ?? 0) >= Math.max(2, all / 48);
  const starts = hours.flatMap((_, hour) => (isActive(hour) && !isActive(hour - 1) ? [hour] : []));
  if (starts.length === 0) return isActive(0) ? ["00:00-24:00"] : [];
  return starts
    .map((start) => {
      let end = start + 1;
      while (isActive(end)) end++;
      return `${timeOfDay(start * 60 + offset)}-${timeOfDay(end * 60 + offset)}`;
    })
    .sort();
}

function timeOfDay(minutes: number): string {
  const within = ((minutes % 1_440) + 1_440) % 1_440;
  return [Math.floor(within / 60), within % 60].map((n) => String(n).padStart(2, "0")).join(":");
}

/** Tells who the user is and how to answer. */
export const profileLine: BriefLines = (state) => (phrases) => lineFor(personOf(state), phrases);

export function lineFor(person: Person, phrases: Phrases): Source[] {
  const traits = traitsOf(person, phrases);
  const full = traits.join(", ");
  if (full === "") return [];
  return [
    line({
      key: "profile",
      priority: 30,
      label: phrases.profile,
      minimum: Math.min(full.length, 40),
      ideal: Math.min(full.length, 400),
      because: "how the user works",
      origins: [origin("user", ["profile.set", "prompt.submitted"])],
      body: (room) => joinFitting(traits, ", ", room),
    }),
  ];
}

function traitsOf({ identity, preferences }: Person, phrases: Phrases): string[] {
  const { name, role, relationship } = identity;
  const { technicalLevel, verbosity, emoji } = preferences;
  const who = [role?.value, relationship?.value].flatMap((word) => word ?? []);
  const how = [
    technicalLevel?.value,
    verbosity?.value === "normal" ? undefined : verbosity?.value,
    wish(emoji),
  ];
  const words = how.flatMap((word) => word ?? []);
  return [
    ...(name === undefined ? [] : [clean(name.value)]),
    ...(who.length === 0 ? [] : [who.map(say).join("/")]),
    ...words.map(say),
  ];

  function say(word: string): string {
    return phrases.trait(clean(word));
  }
}

// Writing without emoji is worth a word only if the person asked for it.
function wish(emoji: Person["preferences"]["emoji"]): string | undefined {
  if (emoji === undefined || emoji.from === "learned") return emoji?.value ? "emoji" : undefined;
  return emoji.value ? "emoji" : "no emoji";
}
