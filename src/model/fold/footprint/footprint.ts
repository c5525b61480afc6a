import type { Envelope } from "../../../event/envelope.js";
import type { EventData, TidemarkEvent } from "../../../event/registry.js";
import { withoutWorktree } from "../../../event/worktree.js";
import { readShell } from "../../../text/shell/shell.js";
import { countNames, pathsIn } from "../../../text/words/name.js";
import { type Said, SaidDraft } from "../session/said-draft.js";

/** The files, commands and names that a session touched. Bounded. */
export interface Footprint {
  /** The number of tool calls: the clock of everything below. */
  readonly calls: number;
  readonly turn: number;
  readonly branches: readonly string[];
  /** The call of the last commit, -1 for none. */
  readonly commit: number;
  /** Each list ends with the latest touch. */
  readonly files: readonly Touch[];
  readonly commands: readonly Touch[];
  readonly names: readonly Touch[];
  /** The items that the session was shown, and which of them it used. */
  readonly said: readonly Said[];
}

/**
 * How often something was touched, in which calls and turn, with heat that fades with every call: of all touches, of
 * edits, and of requests by name; then the count on each branch. A tuple, because a prompt reads hundreds of them.
 */
export type Touch = readonly [
  key: string,
  n: number,
  first: number,
  last: number,
  turn: number,
  heat: number,
  editHeat: number,
  asked: number,
  lastEdit: number,
  failed: 0 | 1,
  ...on: number[],
];

/** Calls after which a touch counts half. */
export const HALF_LIFE = { heat: 50, asked: 150 } as const;

const MAX = { files: 200, commands: 60, names: 250, branches: 12 } as const;
const MAX_CHARS = { prompt: 3_000, said: 1_500, command: 600, change: 900 } as const;

export function foldFootprint(before: Footprint | undefined, events: readonly TidemarkEvent[]): Footprint {
  const draft = open(before);
  for (const event of events) applyEvent(draft, event);
  return settle(draft);
}

export function fade(heat: number, calls: number, halfLife: number): number {
  return heat === 0 || calls === 0 ? heat : heat * 0.5 ** (calls / halfLife);
}

interface FootprintDraft {
  calls: number;
  turn: number;
  readonly branches: string[];
  commit: number;
  readonly files: Map<string, TouchDraft>;
  readonly commands: Map<string, TouchDraft>;
  readonly names: Map<string, TouchDraft>;
  readonly said: SaidDraft;
}

interface TouchDraft {
  n: number;
  readonly first: number;
  last: number;
  turn: number;
  heat: number;
  editHeat: number;
  asked: number;
  lastEdit: number;
  failed: boolean;
  readonly on: number[];
}

function open(before: Footprint | undefined): FootprintDraft {
  const { calls = 0, turn = 0, branches = [], commit = -1 } = before ?? {};
  const { files = [], commands = [], names = [], said = [] } = before ?? {};
  return {
    calls,
    turn,
    branches: [...branches],
    commit,
    files: openTouches(files),
    commands: openTouches(commands),
    names: openTouches(names),
    said: new SaidDraft(said),
  };
}

function settle({ calls, turn, branches, commit, files, commands, names, said }: FootprintDraft): Footprint {
  return {
    calls,
    turn,
    branches,
    commit,
    files: settleTouches(files),
    commands: settleTouches(commands),
    names: settleTouches(names),
    said: said.settle(),
  };
}

function openTouches(touches: readonly Touch[]): Map<string, TouchDraft> {
  return new Map(
    touches.map(([key, n, first, last, turn, heat, editHeat, asked, lastEdit, failed, ...on]) => [
      key,
      { n, first, last, turn, heat, editHeat, asked, lastEdit, failed: failed === 1, on },
    ]),
  );
}

function settleTouches(touches: ReadonlyMap<string, TouchDraft>): Touch[] {
  return Array.from(
    touches,
    ([key, { n, first, last, turn, heat, editHeat, asked, lastEdit, failed, on }]) => [
      ...([key, n, first, last, turn, heat, editHeat, asked, lastEdit, failed ? 1 : 0] as const),
      ...on,
    ],
  );
}

function applyEvent(draft: FootprintDraft, event: TidemarkEvent): void {
  switch (event.type) {
    case "prompt.submitted":
      draft.turn++;
      mention(draft, event, event.data.text.slice(0, MAX_CHARS.prompt), { weight: 2, isAsked: true });
      return;
    case "message.said":
      mention(draft, event, event.data.text.slice(0, MAX_CHARS.said), { weight: 0.7 });
      return;
    case "turn.ended":
      mention(draft, event, event.data.message.slice(0, MAX_CHARS.said), { weight: 0.7 });
      return;
    case "tool.finished":
      applyTool(draft, event, event.data);
      return;
    case "injection.made":
      draft.said.say(event.id, event.data.items ?? []);
      return;
  }
}

function mention(draft: FootprintDraft, event: Envelope, text: string, how: How): void {
  draft.said.mention(text);
  touchNames(draft, event, text, how);
}

function applyTool(draft: FootprintDraft, event: Envelope, use: EventData<"tool.finished">): void {
  draft.calls++;
  const isEdit = use.action === "edit" || use.action === "write" || use.action === "delete";
  for (const path of (use.paths ?? []).map(withoutWorktree)) {
    if (isFile(path)) touch(draft, event, draft.files, path, { weight: 1, isEdit });
  }
  // Nobody wants to run again what he refused.
  if (use.command !== undefined && use.refused === undefined) applyCommand(draft, event, use, use.command);
  if (use.action === "search" && use.target !== undefined)
    touchNames(draft, event, use.target, { weight: 2, isAsked: true });
  if (use.change !== undefined)
    touchNames(draft, event, use.change.slice(0, MAX_CHARS.change), { weight: 0.5 });
}

function applyCommand(
  draft: FootprintDraft,
  event: Envelope,
  use: EventData<"tool.finished">,
  command: string,
): void {
  const { text, whole, isTrivial, isFragment, changed } = readShell(command);
  draft.said.run(text, whole);
  const head = command.slice(0, MAX_CHARS.command);
  for (const path of pathsIn(head)) {
    const file = path.includes("/") ? fileOf(draft, event.dir, path) : undefined;
    if (file !== undefined) touch(draft, event, draft.files, file, { weight: 0.5 });
  }
  for (const path of changed) {
    const file = fileOf(draft, event.dir, path);
    if (file !== undefined) touch(draft, event, draft.files, file, { weight: 0.5, isEdit: true });
  }
  touchNames(draft, event, head, { weight: 1, isAsked: true });
  if (isTrivial || isFragment) return;
  touch(draft, event, draft.commands, text, { weight: 1, hasFailed: !use.ok });
  if (use.ok && /\bgit\b[^|;&]*\bcommit\b/.test(command)) draft.commit = draft.calls;
}

interface How {
  readonly weight: number;
  readonly isEdit?: boolean;
  readonly isAsked?: boolean;
  readonly hasFailed?: boolean;
}

function touchNames(draft: FootprintDraft, event: Envelope, text: string, how: How): void {
  for (const name of countNames(text).keys()) touch(draft, event, draft.names, name, how);
}

function touch(
  draft: FootprintDraft,
  { branch }: Envelope,
  touches: Map<string, TouchDraft>,
  key: string,
  how: How,
): void {
  const now = draft.calls;
  if (touches !== draft.commands) draft.said.touch(touches === draft.files ? "file" : "name", key);
  const at = touches.get(key) ?? {
    n: 0,
    first: now,
    last: now,
    turn: 0,
    heat: 0,
    editHeat: 0,
    asked: 0,
    lastEdit: -1,
    failed: false,
    on: [],
  };
  const since = now - at.last;
  at.n++;
  // Rounded at each touch, so that folding in batches gives the same numbers as folding at once.
  at.heat = round(fade(at.heat, since, HALF_LIFE.heat) + how.weight);
  at.editHeat = round(fade(at.editHeat, since, HALF_LIFE.heat) + (how.isEdit ? how.weight : 0));
  at.asked = round(fade(at.asked, since, HALF_LIFE.asked) + (how.isAsked ? 1 : 0));
  at.last = now;
  at.turn = draft.turn;
  at.failed = how.hasFailed === true;
  if (how.isEdit) at.lastEdit = now;
  const on = branchNumber(draft, branch);
  if (on !== -1) {
    while (at.on.length <= on) at.on.push(0);
    at.on[on] = (at.on[on] ?? 0) + 1;
  }
  // The latest touch is last, and the oldest falls off.
  touches.delete(key);
  touches.set(key, at);
  const max = touches === draft.files ? MAX.files : touches === draft.names ? MAX.names : MAX.commands;
  const [oldest = ""] = touches.keys();
  if (touches.size > max) touches.delete(oldest);
}

/** The number of a branch in this footprint, -1 for none. */
function branchNumber(draft: FootprintDraft, branch: string | undefined): number {
  if (branch === undefined) return -1;
  const known = draft.branches.indexOf(branch);
  if (known !== -1 || draft.branches.length >= MAX.branches) return known;
  return draft.branches.push(branch) - 1;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

// A name with an extension, outside of temporary and system folders.
function isFile(path: string): boolean {
  return /\.\w+$/.test(path) && !/^\/(?:tmp|private|var|dev|proc)\//.test(path);
}

/** A path in a command as a file of the project. An absolute path must end like a known file. */
function fileOf({ files }: FootprintDraft, dir: string | undefined, named: string): string | undefined {
  const path = withoutWorktree(named);
  if (path.startsWith("/") || path.startsWith("~")) {
    for (const key of files.keys())
      if (path.endsWith(key) && path[path.length - key.length - 1] === "/") return key;
    return undefined;
  }
  const inner = path.startsWith("./") ? path.slice(2) : path;
  const file = dir === undefined ? inner : `${dir}/${inner}`;
  return isFile(file) && !file.includes("../") ? file : undefined;
}
