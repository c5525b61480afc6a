import type { TurnState } from "../session/session-state.js";
import type { Look } from "./insight.js";

/** A file that was worked on again and again. */
export interface ReworkedFile {
  readonly project: string;
  readonly path: string;
  /** Turns in which it was changed. */
  readonly turns: number;
  readonly sessions: number;
  /** Of those turns: in which something failed, and in which work was taken back. */
  readonly failing: number;
  readonly undone: number;
  readonly added: number;
  readonly removed: number;
  readonly lastAt: number;
}

const TURNS = 4;
const MOST = 50;
const UNDOING = /\bgit (?:checkout (?:--|\.|HEAD)|(?:restore|reset|revert|stash|clean)\b)/;

export function reworkedFiles(looks: readonly Look[]): ReworkedFile[] {
  const files = new Map<string, Draft>();
  for (const look of looks) {
    const { project, session } = look.state;
    for (const turn of look.turns)
      for (const path of turn.edited) note(draftOf(files, project, path), turn, session);
    for (const { path, added, removed } of look.state.files) {
      const draft = files.get(`${project}\n${path}`);
      if (draft === undefined) continue;
      draft.added += added;
      draft.removed += removed;
    }
  }
  return [...files.values()]
    .filter(({ turns }) => turns >= TURNS)
    .map(({ sessions, ...file }) => ({ ...file, sessions: sessions.size }))
    .sort((a, b) => weight(b) - weight(a) || b.lastAt - a.lastAt || (a.path < b.path ? -1 : 1))
    .slice(0, MOST);
}

type Draft = { -readonly [K in keyof Omit<ReworkedFile, "sessions">]: ReworkedFile[K] } & {
  readonly sessions: Set<string>;
};

/** A turn in which something failed, or was taken back, tells more of trouble than one that went well. */
function weight({ turns, failing, undone }: ReworkedFile): number {
  return turns + 2 * failing + 3 * undone;
}

function draftOf(files: Map<string, Draft>, project: string, path: string): Draft {
  const key = `${project}\n${path}`;
  let draft = files.get(key);
  if (draft === undefined) {
    const counts = { turns: 0, failing: 0, undone: 0, added: 0, removed: 0, lastAt: 0 };
    draft = { project, path, ...counts, sessions: new Set() };
    files.set(key, draft);
  }
  return draft;
}

function note(draft: Draft, { at, failures, commands }: TurnState, session: string): void {
  draft.turns++;
  draft.sessions.add(session);
  if (failures > 0) draft.failing++;
  if (commands.some((command) => UNDOING.test(command))) draft.undone++;
  draft.lastAt = Math.max(draft.lastAt, at);
}
