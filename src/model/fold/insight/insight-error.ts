import type { Memory } from "../memory/memory-state.js";
import type { ObservedSession } from "./insight.js";

/** An error that occurs in several sessions, or several times in one. */
export interface RecurringError {
  /** The latest wording. */
  readonly error: string;
  /** The failing commands, the most frequent first. */
  readonly commands: readonly string[];
  readonly times: number;
  readonly sessions: readonly string[];
  readonly projects: readonly string[];
  readonly lastAt: number;
  /** The latest known fix. */
  readonly fix?: string;
}

const MIN_SESSIONS = 2;
const MIN_TIMES = 3;
const MAX_ERRORS = 50;

export function recurringErrors(looks: readonly ObservedSession[]): RecurringError[] {
  const groups = new Map<string, Met[]>();
  for (const { state, memories } of looks)
    for (const memory of memories) {
      const read = readFailure(memory);
      if (read === undefined) continue;
      const met = { ...read, at: memory.at, session: state.session, project: state.project };
      const key = met.error === "" ? met.command : errorKey(met.error);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [met]);
      else group.push(met);
    }
  return [...groups.values()]
    .map(recurringError)
    .filter(({ sessions, times }) => sessions.length >= MIN_SESSIONS || times >= MIN_TIMES)
    .sort((a, b) => b.sessions.length - a.sessions.length || b.times - a.times || b.lastAt - a.lastAt)
    .slice(0, MAX_ERRORS);
}

/** The same for all wordings of an error: without numbers, paths, ids and quoted values. */
export function errorKey(error: string): string {
  return error
    .toLowerCase()
    .replace(/(["'`“‘])[^"'`“”‘’\n]{1,80}["'`”’]/g, "_")
    .replace(/(?:[a-z]:)?(?:[\w.@~-]*[\\/])+[\w.@~-]+/g, "/")
    .replace(/\b(?:0x)?[0-9a-f]{7,}\b/g, "#")
    .replace(/\d+(?:[.,:]\d+)*/g, "#")
    .replace(/#\s*(?:ms|s|min)\b/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_KEY_CHARS);
}

const MAX_KEY_CHARS = 160;

interface Met {
  readonly command: string;
  readonly error: string;
  readonly fix?: string;
  readonly at: number;
  readonly session: string;
  readonly project: string;
}

// The format of `memory-work.ts`.
const FAILURE = /^`([^\n]+?)` (?:fails|failed)(?:: ([\s\S]*?))?(?: — fixed by: ([\s\S]*))?$/;

function readFailure({ kind, text }: Memory): Pick<Met, "command" | "error" | "fix"> | undefined {
  if (kind !== "blocker" && kind !== "fix") return undefined;
  const [, command, error = "", fix] = FAILURE.exec(text) ?? [];
  if (command === undefined) return undefined;
  return { command, error: isTelling(error) ? error : "", fix };
}

/** False for errors such as "5 issues:": the command identifies those. */
function isTelling(error: string): boolean {
  const words = errorKey(error).match(/\p{L}{3,}/gu) ?? [];
  return words.some((word) => !UNINFORMATIVE.has(word)) && words.length > 1;
}

const UNINFORMATIVE = new Set(
  "issue issues error errors problem problems warning warnings failed failure found the with".split(" "),
);

function recurringError(met: readonly Met[]): RecurringError {
  const inOrder = [...met].sort((a, b) => a.at - b.at);
  const last = inOrder.at(-1);
  const fix = inOrder.findLast((one) => one.fix !== undefined)?.fix;
  const counts = new Map<string, number>();
  for (const { command } of met) counts.set(command, (counts.get(command) ?? 0) + 1);
  return {
    error: last?.error || `${last?.command} failed`,
    commands: [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([command]) => command),
    times: timesOf(met),
    sessions: [...new Set(inOrder.map(({ session }) => session))],
    projects: [...new Set(inOrder.map(({ project }) => project))],
    lastAt: last?.at ?? 0,
    fix,
  };
}

// A failure is remembered at the end of its turn and again with its fix, but counts once.
function timesOf(met: readonly Met[]): number {
  const told = new Map<string, { open: number; mended: number }>();
  for (const { session, command, fix } of met) {
    const key = `${session}\n${command}`;
    const count = told.get(key) ?? { open: 0, mended: 0 };
    if (fix === undefined) count.open++;
    else count.mended++;
    told.set(key, count);
  }
  return [...told.values()].reduce((sum, { open, mended }) => sum + Math.max(open, mended), 0);
}
