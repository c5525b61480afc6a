import { removedIn, rulesOf } from "../model/fold/declared/declared.js";
import { declaredFacts, type FactKind, factsHolding } from "../model/fold/declared/declared-fact.js";
import { eventOf, memoryFates } from "../model/fold/item/fate.js";
import type { WorkItem } from "../model/fold/item/item.js";
import { memoryKey } from "../model/fold/memory/memory.js";
import type { Memory, MemoryKind } from "../model/fold/memory/memory-state.js";
import type { ProjectState } from "../model/fold/project.js";
import { replacedIn } from "../model/replaced.js";
import { itemsIn } from "./items.js";
import type { Opened } from "./open.js";
import { allThreads } from "./threads.js";

/** The kinds of memories of a project, in the order they are shown. */
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

type RememberedKind = (typeof REMEMBERED)[number];

/** A memory of a project: stated, a rule of the profile, or found in the work. */
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
  readonly times?: number;
}

export interface MemoryFilter {
  readonly kind?: RememberedKind;
  /** Include memories that no longer hold. */
  readonly all?: boolean;
  readonly now: number;
}

/** The limit per kind. More are not worth reading. */
const MAX_FOUND = 500;
/** Kinds that are found in the work. A found blocker ends with its session. */
const FOUND = ["decision", "convention", "command", "fix"] as const satisfies readonly MemoryKind[];

/** The memories that the sessions of a project share, by kind, newest first. */
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

/** The thread in which something was said or found, if the session is known. */
export function threadOf({ store, project }: Opened, { session, turn, at }: Remembered) {
  if (session === "") return undefined;
  const n = store.turns(project, session).findLast((one) => one.at <= at)?.n;
  const join = store
    .joins(project)
    .find((one) => (turn === undefined ? one.session === session && one.n === n : one.turn === turn));
  return join === undefined ? undefined : allThreads(store, project).find(({ id }) => id === join.thread);
}

/** All facts and rules of the profile that were stated. */
export function declaredIn(state: ProjectState): Remembered[] {
  return [
    ...declaredFacts(state).map((fact): Remembered => ({ ...fact, from: "declared", files: [] })),
    ...rulesOf(state).map(({ id, text, at }): Remembered => {
      return { id, kind: "convention", from: "rule", by: "user", text, at, session: "", files: [] };
    }),
  ];
}

function foundOf({ store, project }: Opened, state: ProjectState, kind: RememberedKind): Remembered[] {
  if (!isFoundKind(kind)) return [];
  const replaced = replacedIn(store, project, state);
  const isRemoved = removedIn(state);
  const items = kind === "command" ? [] : itemsIn({ store, project });
  const fateOf = memoryFates(items);
  const found = store.memories
    .latest(project, { kind, limit: MAX_FOUND })
    .filter((memory) => memory.session !== "" && !isRemoved(memory))
    .flatMap((memory) => {
      const { item, isOver, text = memory.text } = fateOf(memory);
      if (item?.state === "dropped") return [];
      const by = isOver ? item?.why.at(-1)?.event : undefined;
      return [rememberedFrom({ ...memory, text }, replaced(memory) ?? by)];
    });
  return kind === "fix" ? [...found, ...fixesIn(items, found)] : found;
}

/** What was fixed in a later session than it failed in, and is therefore in the memory of neither. */
function fixesIn(items: readonly WorkItem[], known: readonly Remembered[]): Remembered[] {
  const events = new Set(known.map(({ id }) => eventOf(id)));
  return items.flatMap(({ text, fixedBy = [], session, branch, why }) => {
    const last = why.at(-1);
    if (last === undefined || fixedBy.length === 0 || events.has(last.event)) return [];
    const fixed = `${text} — fixed by: changed ${fixedBy.join(", ")}`;
    const id = `${last.event}.fix`;
    return [
      {
        id,
        kind: "fix",
        from: "found",
        by: "tool",
        text: fixed,
        at: last.at,
        session,
        branch,
        files: fixedBy,
      },
    ];
  });
}

export function isFoundKind(kind: string): kind is (typeof FOUND)[number] {
  return FOUND.some((one) => one === kind);
}

export function rememberedFrom(memory: Memory, newer?: string): Remembered {
  const { id, kind, by, at, session, turn, branch, files, text } = memory;
  return { id, kind, from: "found", by, text, at, session, turn, branch, files, supersededBy: newer };
}

/** Merges memories found several times into the newest one. Those that somebody stated are dropped. */
function once(all: readonly Remembered[], stated: readonly Remembered[]): Remembered[] {
  const said = new Set(stated.map(memoryKey));
  const found = new Map<string, Remembered>();
  const kept: Remembered[] = [];
  for (const one of all) {
    const key = memoryKey(one);
    if (one.from !== "found") kept.push(one);
    else if (!said.has(key)) {
      const newest = found.get(key);
      found.set(key, newest === undefined ? one : { ...newest, times: (newest.times ?? 1) + 1 });
    }
  }
  return [...kept, ...found.values()];
}
