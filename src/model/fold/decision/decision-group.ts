import type { DecisionNode } from "./decision-tree.js";

/** The trees of one branch of work, by thread or, if that is unknown, by branch of git. */
export interface DecisionLine {
  /** Empty for work on no branch. */
  readonly line: string;
  readonly groups: readonly DecisionGroup[];
}

export interface DecisionGroup {
  readonly thread?: { readonly id: string; readonly title: string };
  readonly branch?: string;
  readonly trees: readonly DecisionNode[];
}

/** Groups trees by their first decision and keeps their order. */
export function groupDecisions(forest: readonly DecisionNode[]): DecisionLine[] {
  const lines = gather(forest, ({ mergedInto, line = "" }) => mergedInto ?? line);
  return [...lines].map(([line, trees]) => ({
    line,
    groups: [...gather(trees, groupName)].map(([, own]) => ({ ...placeOf(own), trees: own })),
  }));
}

function groupName({ thread, branch }: DecisionNode): string {
  return thread === undefined ? `branch ${branch ?? ""}` : `thread ${thread.id}`;
}

function placeOf([first]: readonly DecisionNode[]): Pick<DecisionGroup, "thread" | "branch"> {
  return first?.thread === undefined ? { branch: first?.branch } : { thread: first.thread };
}

function gather(
  nodes: readonly DecisionNode[],
  nameOf: (node: DecisionNode) => string,
): Map<string, DecisionNode[]> {
  const named = new Map<string, DecisionNode[]>();
  for (const node of nodes) {
    const name = nameOf(node);
    named.set(name, [...(named.get(name) ?? []), node]);
  }
  return named;
}
