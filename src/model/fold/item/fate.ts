import { isSameStatement, pickOf } from "../../../text/prose/subject.js";
import { plainText } from "../memory/memory.js";
import type { Memory } from "../memory/memory-state.js";
import type { SessionState } from "../session/session-state.js";
import type { ItemKind, WorkItem } from "./item.js";
import { isOver } from "./items.js";

const KINDS = {
  decisions: ["decision", "rule"],
  next: ["next", "open"],
  blocked: ["blocker"],
} as const satisfies Record<string, readonly ItemKind[]>;

/**
 * A session with its tasks, steps, obstacles and decisions as the items of its project say: without what is over. If it
 * is to be whole, with those that are known by the label of their sentence alone.
 */
export function withItems(
  state: SessionState,
  items: readonly WorkItem[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): SessionState {
  if (items.length === 0) return state;
  const { plan, found, blockers } = state;
  const fate = fatesIn(items);
  const kept = <T extends Stated>(all: readonly T[], kinds: readonly ItemKind[]): T[] =>
    all.flatMap((one) => {
      const { isOver: isGone, text } = fate(kinds, one);
      return isGone ? [] : [text === undefined ? one : { ...one, text }];
    });
  const more = (kind: ItemKind, known: readonly string[]) =>
    isWhole
      ? openIn(state.session, items, kind, known).map((item) => ({ ...item, by: speakerOf(item) }))
      : [];
  return {
    ...state,
    plan: plan.flatMap((task) => {
      const { item, isOver: isGone, text = task.text } = fate(KINDS.next, { text: task.text });
      if (item?.state === "dropped") return [];
      return [{ ...task, text, status: isGone ? "done" : task.status }];
    }),
    found: {
      ...found,
      next: [
        ...kept(found.next, KINDS.next),
        ...more("next", textsOf(found.next)).map(({ text, by, at }) => ({ text, by, at })),
      ],
      blocked: [
        ...kept(found.blocked, KINDS.blocked),
        ...more("blocker", textsOf(found.blocked)).map(({ text, by, at }) => ({ text, by, at })),
      ],
      decisions: [
        ...found.decisions.flatMap((made) => {
          const { isOver: isGone, text = made.choice } = fate(KINDS.decisions, {
            ...made,
            text: made.choice,
          });
          return isGone ? [] : [{ ...made, choice: text }];
        }),
        ...more(
          "decision",
          found.decisions.map(({ choice }) => choice),
        ).map(({ text, reason, rejected = [], by, at }) => ({ choice: text, reason, rejected, by, at })),
      ],
    },
    blockers: blockers.filter(({ command }) => !isWrittenOff(items, command)),
  };
}

/** Whether somebody said by hand that a failing check does not matter. Nothing else makes it done or dropped. */
export function isWrittenOff(items: readonly WorkItem[], command: string): boolean {
  const state = fatesIn(items)(["failing"], { text: command }).item?.state;
  return state === "done" || state === "dropped";
}

/** The open items of a session that say nothing of what is known. */
function openIn(
  session: string,
  items: readonly WorkItem[],
  kind: ItemKind,
  known: readonly string[],
): WorkItem[] {
  const isKnown = ({ why }: WorkItem) => known.some((text) => why.some((step) => says(step, text)));
  return items.filter(
    (item) =>
      item.kind === kind &&
      item.session === session &&
      item.state === "open" &&
      !item.isDoubtful &&
      !isKnown(item),
  );
}

/** People and agents speak; a tool is the agent's. */
export function speakerOf({ by }: Pick<WorkItem, "by">): "user" | "agent" {
  return by === "user" ? "user" : "agent";
}

function textsOf(said: readonly { readonly text: string }[]): string[] {
  return said.map(({ text }) => text);
}

interface Stated {
  readonly text: string;
  readonly at?: number;
}

interface Fate {
  readonly item?: WorkItem;
  readonly isOver: boolean;
  /** The wording that somebody gave it. */
  readonly text?: string;
}

/** What became of something that was said: it is over if all items that say it are. */
export function fatesIn(items: readonly WorkItem[]): (kinds: readonly ItemKind[], said: Stated) => Fate {
  return (kinds, { text, at }) => {
    const same = items.filter(
      ({ kind, why }) => kinds.includes(kind) && why.some((step) => says(step, text)),
    );
    const then = same.filter(({ why }) => why.some((step) => step.at === at && says(step, text)));
    return fateOf(then.length > 0 ? then : same);
  };
}

/** What became of what a memory says, by the event that both rest on. */
export function memoryFates(
  items: readonly WorkItem[],
): (memory: Pick<Memory, "id" | "kind" | "text">) => Fate {
  const byEvent = new Map<string, WorkItem[]>();
  for (const item of items)
    for (const event of item.events) byEvent.set(event, [...(byEvent.get(event) ?? []), item]);
  return ({ id, kind, text }) => {
    const kinds =
      kind === "decision" || kind === "convention" ? HOLDING : kind === "blocker" ? KINDS.blocked : [];
    const own = (byEvent.get(eventOf(id)) ?? []).filter((item) => kinds.includes(item.kind));
    const said = plainText(text);
    // "Memcached is enough" decides on "memcached for the cache" if that was the question.
    const isNamed = (choice: string) => choice !== "" && said.includes(plainText(pickOf(choice)));
    const isMeant = ({ why }: WorkItem) => why.some((step) => says(step, text) || isNamed(step.text));
    return fateOf(own.filter(isMeant));
  };
}

/** The event that a memory rests on. */
export function eventOf(memory: string): string {
  return memory.split(".", 1)[0] ?? "";
}

const HOLDING: readonly ItemKind[] = ["decision", "rule", "fact"];

function fateOf(same: readonly WorkItem[]): Fate {
  const item = same.findLast((one) => !isOver(one)) ?? same.at(-1);
  return {
    item,
    isOver: item !== undefined && isOver(item),
    text: item?.why.some(({ did }) => did === "edited") ? item.text : undefined,
  };
}

function says({ did, text }: WorkItem["why"][number], said: string): boolean {
  if (did !== "said" && did !== "restated") return false;
  const words = said.replace(/…$/, "");
  return text.includes(words) || isSameStatement(text, words);
}
