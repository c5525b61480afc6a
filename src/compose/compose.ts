import { allocate, type TraceEntry } from "./budget.js";
import { clean } from "./render/clean.js";
import { phrasesFor } from "./render/phrase.js";
import type { Situation } from "./situation.js";
import { header } from "./source/header.js";
import { textLine } from "./source/line.js";
import {
  blockers,
  changedFiles,
  closing,
  commands,
  interruption,
  looked,
  openTasks,
  request,
  summary,
} from "./source/work.js";
import type { Source } from "./source.js";

/** Claude Code replaces a longer answer by a preview, silently: no injection ever comes near it. */
export const HARD_CAP = 9_500;

/** About what a new session needs, and what is worth more after a compaction took the rest away. */
export const BUDGET = { start: 500, resume: 350, compact: 1_000 } as const;

export interface Injection {
  readonly text: string;
  readonly keys: readonly string[];
  readonly budget: number;
  readonly trace: readonly TraceEntry[];
}

/** What to tell the agent in this situation. Pure: the same situation gives the same bytes. */
export function compose(situation: Situation, budget: number = budgetFor(situation)): Injection {
  const room = Math.max(0, Math.min(Math.floor(budget), HARD_CAP));
  const { lines, keys, trace } = allocate(sourcesFor(situation), room);
  return { text: lines.join("\n"), keys, budget: room, trace };
}

function budgetFor({ kind }: Situation): number {
  if (kind === "compact") return BUDGET.compact;
  return kind === "resume" || kind === "fork" ? BUDGET.resume : BUDGET.start;
}

// In the order in which they are read.
function sourcesFor(situation: Situation): Source[] {
  const phrases = phrasesFor(situation.language);
  const { about, kind } = situation;
  const first = header(situation, phrases);
  if (about === undefined) {
    const text = phrases.firstUse;
    return [
      first,
      {
        key: "first-use",
        priority: 90,
        minimum: 0,
        ideal: text.length,
        because: "no earlier session",
        render: (room) => (text.length <= room ? text : ""),
      },
    ];
  }
  const urgent = [first, ...interruption(situation, phrases)];
  const tasks = [...openTasks(about, phrases), ...blockers(about, phrases)];
  // A resumed session still has its own transcript: only what may have been overlooked or has changed is said.
  if (kind === "resume" || kind === "fork") return [...urgent, ...request(about, phrases), ...tasks];
  return [
    ...urgent,
    ...request(about, phrases),
    ...tasks,
    ...changedFiles(about, phrases, kind === "compact"),
    ...looked(about, phrases),
    ...commands(about, phrases),
    ...(kind === "compact" ? proposal(about.proposal?.text, phrases.plan) : []),
    ...closing(about, phrases),
    ...(kind === "compact" ? [] : summary(about, phrases)),
  ];
}

function proposal(text: string | undefined, label: string): Source[] {
  if (text === undefined || text === "") return [];
  return [
    textLine({
      key: "proposal",
      priority: 55,
      label,
      text: clean(text),
      ideal: 240,
      because: "the plan the agent proposed",
    }),
  ];
}
