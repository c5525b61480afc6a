import type { TurnState } from "../session/session-state.js";

/** Branches that many lines of work share. */
const COMMON_BRANCH = /^(?:main|master|trunk|dev|develop|development|staging|release|HEAD)$/;
const CREATES =
  /\bgit (?:-C \S+ )?(?:checkout -[bB]|switch (?:-c|-C|--create)|push (?:-u|--set-upstream) \w+) ["']?([\w./-]+)/;

export function isFeatureBranch(branch: string | undefined): branch is string {
  return branch !== undefined && !COMMON_BRANCH.test(branch);
}

/** The branch that a turn works on: the one it creates, else the one it began on. */
export function workBranch(turn: Pick<TurnState, "branch" | "commands">): string | undefined {
  return createdBranch(turn) ?? turn.branch;
}

export function createdBranch({ commands }: Pick<TurnState, "commands">): string | undefined {
  return commands.flatMap((command) => CREATES.exec(command)?.[1] ?? []).at(-1);
}
