import { TidemarkError } from "../error.js";
import { factsHolding } from "../fold/current-fact.js";
import {
  type DeclaredFact,
  declaredFacts,
  type FactKind,
  isRemoved,
  removedMemories,
  rulesOf,
  supersededBy,
} from "../fold/declared.js";
import type { Memory, MemoryKind } from "../fold/memory-state.js";
import type { ProjectState } from "../fold/project.js";
import { declare, type Speaker } from "./declare.js";
import { findByPrefix } from "./find-by-prefix.js";
import type { Opened } from "./open.js";
import { removeRule } from "./profile.js";
import { unremember } from "./remember.js";
import { allThreads } from "./threads.js";

/** What a project remembers, in the order it is shown. */
export const REMEMBERED = [
  "decision",
  "convention",
  "fact",
  "command",
  "fix",
  "blocker",
  "next",
  "done",
] as const satisfies readonly (FactKind | MemoryKind)[];

export type RememberedKind = (typeof REMEMBERED)[number];

/** One thing a project remembers, and who said it: stated, a rule of the profile, or found in the work. */
export interface Remembered {
  readonly id: string;
  readonly kind: FactKind | MemoryKind;
  readonly from: "declared" | "rule" | "found";
  readonly by: Memory["by"];
  readonly text: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  readonly at: number;
  readonly session: string;
  readonly turn?: string;
  readonly branch?: string;
  readonly files: readonly string[];
  readonly supersedes?: string;
  readonly supersededBy?: string;
  readonly isRival?: true;
  /** How often it was found, where more than once. */
  readonly times?: number;
}

export interface MemoryFilter {
  readonly kind?: RememberedKind;
  /** With what no longer holds. */
  readonly all?: boolean;
  readonly now: number;
}

/** Of one kind; more were never worth reading through. */
const MOST_FOUND = 500;
/** Of the kinds that are found in the work; a found blocker is over with its session. */
const FOUND = ["decision", "convention", "command", "fix"] as const satisfies readonly MemoryKind[];

/** What the sessions of a project share: by kind, and of a kind the newest first. */
export function projectMemory(opened: Opened, { kind, all = false, now }: MemoryFilter): Remembered[] {
  const { store, project } = opened;
  const state = store.project(project);
  if (state === undefined) return [];
  const kinds = kind === undefined ? REMEMBERED : [kind];
  const stated = declaredIn(state);
  const holding = new Set(factsHolding(declaredFacts(state), now).map(({ id }) => id));
  return kinds.flatMap((wanted) => {
    const own = stated.filter((one) => one.kind === wanted);
    const shown = own.filter(
      ({ id, from, isRival }) => all || kind === "done" || from === "rule" || isRival || holding.has(id),
    );
    const found = foundOf(opened, state, wanted).filter((one) => all || one.supersededBy === undefined);
    return once([...shown, ...found], own).sort((a, b) => b.at - a.at);
  });
}

/** The one memory meant by an id or the start of it, whatever it is of. */
export function findRemembered({ store, project }: Opened, prefix: string): Remembered {
  const state = store.project(project);
  const stated = state === undefined ? [] : declaredIn(state);
  const known = new Set(stated.map(({ id }) => id));
  const found =
    state === undefined
      ? []
      : store
          .findMemories(project, prefix)
          .filter(({ id, session }) => session !== "" && !known.has(id) && !isRemoved(state, id))
          .map((memory) => rememberedFrom(memory, supersededBy(state)));
  // One event may give a prompt and a decision: who types the start of its id means what is listed.
  const listed = [...stated, ...found.filter((one) => isFoundKind(one.kind))];
  const isListed = prefix !== "" && listed.some(({ id }) => id.startsWith(prefix));
  const isExact = found.some(({ id }) => id === prefix);
  return findByPrefix(isListed && !isExact ? listed : found, prefix, "memory", "tidemark memory --all");
}

/** Whether there is one with exactly this id. */
export function isRemembered({ store, project }: Opened, id: string): boolean {
  const state = store.project(project);
  if (state === undefined) return false;
  return (
    declaredFacts(state).some((fact) => fact.id === id) ||
    store.findMemories(project, id).some((memory) => memory.id === id && !isRemoved(state, id))
  );
}

/** The one whose place a new fact is to take, by its id or the start of it. */
export function findToSupersede(opened: Opened, prefix: string): Remembered {
  const found = findRemembered(opened, prefix);
  if (found.from !== "rule") return found;
  throw new TidemarkError(
    "bad-argument",
    `"${prefix}" is a rule of the profile, and no fact takes its place.`,
    {
      hint: `Give the new rule and take the old one back: tidemark profile remove-rule ${prefix}`,
    },
  );
}

/** Takes one out for good: what was stated is taken back, what was found is not found again. */
export function removeRemembered(
  opened: Opened,
  prefix: string,
  speaker?: Speaker,
): { readonly removed: Remembered; readonly fact?: DeclaredFact } {
  const removed = findRemembered(opened, prefix);
  if (removed.from === "declared") return { removed, fact: unremember(opened, removed.id, speaker) };
  if (removed.from === "rule") removeRule(opened, removed.id, speaker);
  else declare(opened, { type: "memory.removed", data: { memory: removed.id } }, speaker);
  return { removed };
}

/** Has one be found again that was removed, by its id or the start of it. */
export function restoreRemembered(
  opened: Opened,
  prefix: string,
  speaker?: Speaker,
): { readonly id: string; readonly text?: string } {
  const { store, project } = opened;
  const state = store.project(project);
  const removed = state === undefined ? [] : removedMemories(state).map((id) => ({ id }));
  const { id } = findByPrefix(removed, prefix, "removed memory", "tidemark history --type memory.removed");
  declare(opened, { type: "memory.restored", data: { memory: id } }, speaker);
  const text = store.findMemories(project, id).find((memory) => memory.id === id)?.text;
  return { id, ...(text === undefined ? {} : { text }) };
}

/** The thread in which something was said or found, where its session tells. */
export function threadOf(
  { store, project }: Opened,
  { session, turn, at }: Remembered,
): { readonly id: string; readonly title: string } | undefined {
  if (session === "") return undefined;
  const n = store.turns(project, session).findLast((one) => one.at <= at)?.n;
  const join = store
    .joins(project)
    .find((one) => (turn === undefined ? one.session === session && one.n === n : one.turn === turn));
  return join === undefined ? undefined : allThreads(store, project).find(({ id }) => id === join.thread);
}

function declaredIn(state: ProjectState): Remembered[] {
  return [
    ...declaredFacts(state).map((fact): Remembered => ({ ...fact, from: "declared", files: [] })),
    ...rulesOf(state).map(
      ({ id, text, at }): Remembered => ({
        id,
        kind: "convention",
        from: "rule",
        by: "user",
        text,
        at,
        session: "",
        files: [],
      }),
    ),
  ];
}

function foundOf({ store, project }: Opened, state: ProjectState, kind: RememberedKind): Remembered[] {
  if (!isFoundKind(kind)) return [];
  const superseded = supersededBy(state);
  return store
    .latestMemories(project, { kind, limit: MOST_FOUND })
    .filter(({ id, session }) => session !== "" && !isRemoved(state, id))
    .map((memory) => rememberedFrom(memory, superseded));
}

function isFoundKind(kind: string): kind is (typeof FOUND)[number] {
  return FOUND.some((one) => one === kind);
}

function rememberedFrom(memory: Memory, superseded: ReadonlyMap<string, string>): Remembered {
  const { id, kind, by, at, session, turn, branch, files, text } = memory;
  const newer = superseded.get(id) ?? memory.superseded;
  return {
    id,
    kind,
    from: "found",
    by,
    text,
    at,
    session,
    ...(turn === undefined ? {} : { turn }),
    ...(branch === undefined ? {} : { branch }),
    files,
    ...(newer === undefined ? {} : { supersededBy: newer }),
  };
}

/** What was found again and again counts once, by its newest, and not at all where somebody stated it. */
function once(all: readonly Remembered[], stated: readonly Remembered[]): Remembered[] {
  const said = new Set(stated.map(keyOf));
  const found = new Map<string, Remembered>();
  const kept: Remembered[] = [];
  for (const one of all) {
    const key = keyOf(one);
    if (one.from !== "found") kept.push(one);
    else if (!said.has(key)) {
      const newest = found.get(key);
      found.set(key, newest === undefined ? one : { ...newest, times: (newest.times ?? 1) + 1 });
    }
  }
  return [...kept, ...found.values()];
}

/** Of a command that works only the command: how many tests passed changes from day to day. */
function keyOf({ kind, text }: Remembered): string {
  const command = kind === "command" ? /^`[^`]+`/.exec(text)?.[0] : undefined;
  return (command ?? text).toLowerCase().replaceAll("`", "").replace(/\s+/g, " ").trim();
}
