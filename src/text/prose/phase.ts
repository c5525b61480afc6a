import type { ToolAction } from "../../event/tool.js";
import { readShell } from "../shell/shell.js";

/** What the work is doing now. */
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
  /** A plan was shown, not merely ticked off. */
  readonly isProposal?: boolean;
}

/**
 * From the tool calls of a session, oldest first. Only those from `from` on have a say, the later the more; what came
 * before tells whether something is broken.
 */
export function phaseOf(steps: readonly PhaseStep[], from = 0): Phase | undefined {
  const votes = new Map<Phase, number>();
  let isBroken = false;
  const kinds = steps.map((step) => {
    const kind = kindOf(step);
    if (kind === "testing") isBroken = !step.ok;
    return isBroken && (kind === "implementing" || kind === "exploring") ? "fixing" : kind;
  });
  let share = 1;
  for (let at = steps.length - 1; at >= Math.max(0, from) && share > NOTHING; at--) {
    const kind = kinds[at];
    const step = steps[at];
    if (kind === undefined || step === undefined) continue;
    const weight = step.isProposal ? PROPOSAL : WEIGHT[kind];
    votes.set(kind, (votes.get(kind) ?? 0) + weight * share);
    share *= FADE;
  }
  let best: Phase | undefined;
  // The first to be counted is the latest: it wins where two are even.
  for (const [kind, vote] of votes) if (vote > (best === undefined ? 0 : (votes.get(best) ?? 0))) best = kind;
  return best;
}

const FADE = 0.7;
const NOTHING = 0.01;
const PROPOSAL = 2.4;

/** Work is looked at between edits, and a list is ticked off: neither is what the work is doing. A test or commit is. */
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

function kindOf({ action, command }: PhaseStep): Phase | undefined {
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
      return command === undefined ? undefined : kindOfCommand(command);
    case "agent":
    case "other":
      return undefined;
  }
}

function kindOfCommand(command: string): Phase | undefined {
  const shell = readShell(command);
  if (shell.class === "test" || shell.class === "check" || shell.class === "build") return "testing";
  if (COMMITS.test(command)) return "committing";
  if (REVIEWS.test(command)) return "reviewing";
  if (shell.changed.length > 0) return "implementing";
  return shell.isTrivial ? "exploring" : undefined;
}
