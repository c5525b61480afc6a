import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import { declaredText } from "../../project/declare.js";
import { findToSupersede } from "../../project/find-remembered.js";
import type { Opened } from "../../project/open.js";
import { pin, pinnedAlready } from "../../project/pin.js";
import { type NewFact, remember, rememberOnce } from "../../project/remember.js";
import type { Ground } from "./ground.js";

/** What a program states in one of its sessions. */
export interface DeclareIn {
  /** Whoever says it again says nothing new. `start` is called before something is written. */
  pin(text: string, start?: () => void): void;
  decide(decision: Decided, start?: () => void): void;
}

export interface Decided {
  readonly choice: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  /** The decision whose place it takes, by its text, its id or the start of that. */
  readonly supersedes?: string;
}

export function declareIn(ground: Ground, session: string): DeclareIn {
  const speaker = { session, agent: ground.agent };
  return {
    pin(text, start) {
      ground.arrive();
      const opened = openedOr(ground);
      if (opened !== undefined && pinnedAlready(opened, text, now()) !== undefined) return;
      start?.();
      pin(ground, { text, priority: "normal" }, speaker);
    },
    decide({ choice, supersedes, ...why }, start) {
      ground.arrive();
      const fact: NewFact = {
        kind: "decision",
        text: choice,
        ...why,
        by: "agent",
        supersedes: supersedes === undefined ? undefined : earlier(ground.opened(), supersedes),
      };
      const opened = openedOr(ground);
      start?.();
      if (opened === undefined) remember(ground, fact, speaker);
      else rememberOnce(opened, fact, speaker);
    },
  };
}

/** Declaring needs the journal alone: to say it twice does less harm than not to say it. */
function openedOr(ground: Ground): Opened | undefined {
  try {
    return ground.opened();
  } catch (error) {
    if (error instanceof TidemarkError) return undefined;
    throw error;
  }
}

/** The decision that is meant: the latest that holds of those with this text, else by its id. */
function earlier(opened: Opened, named: string): string {
  const state = opened.store.project(opened.project);
  const text = declaredText(opened, named, "fact");
  const same = (state === undefined ? [] : declaredFacts(state, "decision"))
    .filter((fact) => fact.text === text)
    .sort(
      (a, b) => Number(a.supersededBy !== undefined) - Number(b.supersededBy !== undefined) || b.at - a.at,
    );
  return same[0]?.id ?? findToSupersede(opened, named).id;
}
