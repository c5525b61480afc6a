import { MINUTE_MS } from "../../../event/time.js";
import { type CommandClass, classifyCommand } from "../../../text/shell/shell.js";
import type { Step } from "../session/session-state.js";
import type { ObservedSession } from "./insight.js";

/** Where sessions got stuck, by the last fifty calls of each session. */
export interface Stalls {
  /** Commands that failed at least three times in a row. */
  readonly loops: readonly Loop[];
  /** Commands that ran at least eight times in one session. */
  readonly repeats: readonly Repeat[];
  /** Calls longer than ten minutes. */
  readonly waits: readonly Wait[];
  readonly kinds: readonly KindCount[];
  /** Turns that ended with the next prompt or the end of the session. */
  readonly interrupted: { readonly turns: number; readonly of: number };
  /** Sessions that died in the middle of something. */
  readonly crashed: readonly string[];
}

interface SessionCommand {
  readonly session: string;
  readonly command: string;
  readonly kind: CommandClass;
}

interface Loop extends SessionCommand {
  readonly attempts: number;
  readonly ms: number;
  readonly passed: boolean;
}

interface Repeat extends SessionCommand {
  readonly times: number;
}

interface Wait {
  readonly session: string;
  readonly tool: string;
  readonly target: string;
  readonly ms: number;
}

interface KindCount {
  readonly kind: CommandClass;
  readonly runs: number;
  readonly failures: number;
  /** Failing attempts inside of loops. */
  readonly looped: number;
}

const MIN_ATTEMPTS = 3;
const MIN_REPEATS = 8;
const LONG_WAIT_MS = 10 * MINUTE_MS;
const MAX_LISTED = 50;
/** Tools that wait for a person. */
const ASKING = /ask|plan/i;
const SHELL = /^(?:Bash|shell|exec)/i;

export function stallsIn(looks: readonly ObservedSession[]): Stalls {
  const loops = looks.flatMap(({ state }) => loopsIn(state.session, state.steps));
  const waits = looks.flatMap(waitsIn);
  const turns = looks.flatMap((look) => look.turns.filter(({ n, end }) => n > 0 && end !== undefined));
  return {
    loops: loops.sort((a, b) => b.attempts - a.attempts || b.ms - a.ms).slice(0, MAX_LISTED),
    repeats: looks
      .flatMap(repeatsIn)
      .sort((a, b) => b.times - a.times || (a.command < b.command ? -1 : 1))
      .slice(0, MAX_LISTED),
    waits: waits.sort((a, b) => b.ms - a.ms).slice(0, MAX_LISTED),
    kinds: kindsOf(looks, loops),
    interrupted: { turns: turns.filter(({ endedAt }) => endedAt === undefined).length, of: turns.length },
    crashed: looks.filter(hasCrashed).map(({ state }) => state.session),
  };
}

/** Whether it died, or was started again in the middle of something. */
function hasCrashed({ state: { left }, hasDied }: ObservedSession): boolean {
  return hasDied || (left !== undefined && (left.busy || left.running.length > 0));
}

function repeatsIn({ state: { session }, footprint }: ObservedSession): Repeat[] {
  return (footprint?.commands ?? []).flatMap(([command, times]) =>
    times >= MIN_REPEATS ? [{ session, command, kind: classifyCommand(command), times }] : [],
  );
}

interface Streak {
  attempts: number;
  from: number;
  to: number;
}

/** Failures of one command without a success in between, whatever else ran meanwhile. */
function loopsIn(session: string, steps: readonly Step[]): Loop[] {
  const streaks = new Map<string, Streak>();
  const found: Loop[] = [];
  const close = (command: string, { attempts, from, to }: Streak, passed: boolean) => {
    if (attempts < MIN_ATTEMPTS) return;
    const ms = Math.max(0, to - from);
    found.push({ session, command, kind: classifyCommand(command), attempts, ms, passed });
  };
  for (const { tool, target: command, ok, at } of steps) {
    if (!SHELL.test(tool) || command === "") continue;
    const streak = streaks.get(command);
    if (ok) {
      if (streak !== undefined) close(command, { ...streak, to: at }, true);
      streaks.delete(command);
    } else if (streak === undefined) streaks.set(command, { attempts: 1, from: at, to: at });
    else {
      streak.attempts++;
      streak.to = at;
    }
  }
  for (const [command, streak] of streaks) close(command, streak, false);
  return found;
}

// Measured from the previous call or the prompt: the time between turns is the user's.
function waitsIn({ state, turns }: ObservedSession): Wait[] {
  const prompts = turns.map(({ at }) => at);
  let before = Number.POSITIVE_INFINITY;
  return state.steps.flatMap(({ tool, target, at }) => {
    const since = Math.max(before, ...prompts.filter((prompt) => prompt <= at && prompt > before));
    before = at;
    const ms = at - since;
    return ms > LONG_WAIT_MS && !ASKING.test(tool) ? [{ session: state.session, tool, target, ms }] : [];
  });
}

function kindsOf(looks: readonly ObservedSession[], loops: readonly Loop[]): KindCount[] {
  const kinds = new Map<CommandClass, { runs: number; failures: number; looped: number }>();
  const of = (kind: CommandClass) => {
    const known = kinds.get(kind) ?? { runs: 0, failures: 0, looped: 0 };
    kinds.set(kind, known);
    return known;
  };
  for (const { state } of looks)
    for (const { tool, target, ok } of state.steps) {
      if (!SHELL.test(tool) || target === "") continue;
      const count = of(classifyCommand(target));
      count.runs++;
      if (!ok) count.failures++;
    }
  for (const { kind, attempts } of loops) of(kind).looped += attempts;
  return [...kinds]
    .map(([kind, count]) => ({ kind, ...count }))
    .sort((a, b) => b.failures - a.failures || b.runs - a.runs || (a.kind < b.kind ? -1 : 1));
}
