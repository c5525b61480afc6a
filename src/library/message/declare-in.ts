import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { declaredFacts } from "../../model/fold/declared/declared-fact.js";
import { declaredText } from "../../project/declare.js";
import { findToSupersede } from "../../project/find-remembered.js";
import type { Opened } from "../../project/open.js";
import { pin, pinnedAlready } from "../../project/pin.js";
import { type NewFact, remember, rememberOnce } from "../../project/remember.js";
import type { Workspace } from "./workspace.js";

export interface Decided {
  readonly choice: string;
  readonly reason?: string;
  readonly rejected?: readonly string[];
  /** The decision it replaces, by its text, its id or the start of its id. */
  readonly supersedes?: string;
}

/** Records the pins and decisions of a program in a session. `start` is called before anything is written. */
export function declareIn(workspace: Workspace, session: string) {
  const speaker = { session, agent: workspace.agent };
  return {
    pin(text: string, start?: () => void): void {
      workspace.prepare();
      const opened = openedOr(workspace);
      if (opened !== undefined && pinnedAlready(opened, text, now()) !== undefined) return;
      start?.();
      pin(workspace, { text, priority: "normal" }, speaker);
    },
    decide({ choice, supersedes, ...why }: Decided, start?: () => void): void {
      workspace.prepare();
      const fact: NewFact = {
        kind: "decision",
        text: choice,
        ...why,
        by: "agent",
        supersedes: supersedes === undefined ? undefined : earlier(workspace.opened(), supersedes),
      };
      const opened = openedOr(workspace);
      start?.();
      if (opened === undefined) remember(workspace, fact, speaker);
      else rememberOnce(opened, fact, speaker);
    },
  };
}

/** Without the database a declaration may be recorded twice, which is better than not at all. */
function openedOr(workspace: Workspace): Opened | undefined {
  try {
    return workspace.opened();
  } catch (error) {
    if (error instanceof TidemarkError) return undefined;
    throw error;
  }
}

/** Finds a decision by its text, preferring the latest that still holds, or by its id. */
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
