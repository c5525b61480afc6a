import type { EventData } from "../../../event/registry.js";
import type { PlanItem } from "../session/session-state.js";

/** In the order in which a person wants to see them. */
export const ITEM_KINDS = [
  "blocker",
  "failing",
  "open",
  "next",
  "goal",
  "decision",
  "rule",
  "status",
  "fact",
] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

/** What holds or is still to be done is open. */
export type ItemState = "open" | "done" | "superseded" | "resolved" | "refuted" | "stale" | "dropped";

/** Something that was said or happened in a project and stays until something closes it. */
export interface WorkItem {
  /** A short name made from its first event. */
  readonly id: string;
  readonly kind: ItemKind;
  /** The latest wording. */
  readonly text: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  /** The words that it is about. */
  readonly subject: readonly string[];
  readonly by: ItemSpeaker;
  readonly session: string;
  readonly branch?: string;
  /** The line of work, if its turn has joined one. */
  readonly thread?: string;
  /** When it was said first, and last. */
  readonly at: number;
  readonly lastAt: number;
  /** The events that it rests on, oldest first. */
  readonly events: readonly string[];
  /** The sentences that say it, as `saidKey` names them. */
  readonly said: readonly string[];
  /** Earlier sentences that speak of a choice that was replaced. */
  readonly mentions?: readonly string[];
  /** The turn that the person brought a problem to reported its work: the problem stays what was asked for. */
  readonly isAnswered?: true;
  /** Its sentence may mean something else: it can be closed, and is not listed. */
  readonly isDoubtful?: true;
  /** The files that were changed before a failing check passed. */
  readonly fixedBy?: readonly string[];
  readonly state: ItemState;
  /** What made it what it is, oldest first. */
  readonly why: readonly ItemStep[];
}

export type ItemSpeaker = "user" | "agent" | "tool";

/** One change of an item. `open` is the state of one that was closed and is open again. */
export interface ItemStep {
  /** Empty for the tasks of a session, which are known by their last state. */
  readonly event: string;
  readonly at: number;
  readonly did: "said" | "restated" | "edited" | ItemState;
  readonly by: ItemSpeaker;
  readonly text: string;
}

/** What a person or an agent changed by hand. */
export interface ItemCorrection extends EventData<"item.changed"> {
  /** The event. */
  readonly id: string;
  readonly at: number;
}

/** Something that was declared finished. */
export interface Deed {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly by: "user" | "agent";
}

/** The task list of a session, as it was last seen. */
export interface ItemTasks {
  readonly session: string;
  readonly branch?: string;
  /** When the session began. */
  readonly since?: number;
  readonly at: number;
  readonly items: readonly PlanItem[];
}
