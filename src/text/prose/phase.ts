import type { ToolAction } from "../../event/tool.js";
import { readShell } from "../shell/shell.js";

export type Phase =
  | "planning"
  | "exploring"
  | "implementing"
  | "testing"
  | "fixing"
  | "reviewing"
  | "committing";

export interface PhaseStep {
  readonly action: ToolAction;
  readonly command?: string;
  readonly ok: boolean;
  /** The step proposes a plan instead of updating one. */
  readonly isProposal?: boolean;
}

/** The phase of a session by its tool calls, oldest first. Calls before `from` only show whether tests are failing. */
export function phaseOf(steps: readonly PhaseStep[], from = 0): Phase | undefined {
  const votes = new Map<Phase, number>();
  let isBroken = false;
  const kinds = steps.map((step) => {
    const kind = phaseOfStep(step);
    if (kind === "testing") isBroken = !step.ok;
    return isBroken && (kind === "implementing" || kind === "exploring") ? "fixing" : kind;
  });
  let share = 1;
  for (let at = steps.length - 1; at >= Math.max(0, from) && share > 0.01; at--) {
    const kind = kinds[at];
    const step = steps[at];
    if (kind === undefined || step === undefined) continue;
    votes.set(kind, (votes.get(kind) ?? 0) + (step.isProposal ? PROPOSAL : WEIGHT[kind]) * share);
    share *= 0.7;
  }
  let best: Phase | undefined;
  // Votes are in order from the latest step on, so the latest wins a tie.
  for (const [kind, vote] of votes) if (vote > (best === undefined ? 0 : (votes.get(best) ?? 0))) best = kind;
  return best;
}

const PROPOSAL = 2.4;

/** Reading and ticking off a list happen in every phase, so they weigh little; a test or a commit weighs most. */
const WEIGHT: { readonly [P in Phase]: number } = {
  planning: 0.5,
  exploring: 0.5,
  implementing: 1,
  testing: 2.4,
  fixing: 1,
  reviewing: 1.6,
  committing: 2.5,
};

const COMMITS = /\bgit\b[^|;&\n]*\b(?:add|commit|push|tag)\b|\bgh pr (?:create|merge)\b|\bglab mr create\b/;
const REVIEWS = /\bgit\b[^|;&\n]*\b(?:diff|show|log|blame)\b|\bgh pr (?:view|diff|checks|review)\b/;

function phaseOfStep({ action, command }: PhaseStep): Phase | undefined {
  switch (action) {
    case "plan":
      return "planning";
    case "read":
    case "search":
      return "exploring";
    case "edit":
    case "write":
    case "delete":
      return "implementing";
    case "shell":
      return command === undefined ? undefined : phaseOfCommand(command);
    case "agent":
    case "other":
      return undefined;
  }
}

function phaseOfCommand(command: string): Phase | undefined {
  const shell = readShell(command);
  if (shell.class === "test" || shell.class === "check" || shell.class === "build") return "testing";
  if (COMMITS.test(command)) return "committing";
  if (REVIEWS.test(command)) return "reviewing";
  if (shell.changed.length > 0) return "implementing";
  return shell.isTrivial ? "exploring" : undefined;
}
