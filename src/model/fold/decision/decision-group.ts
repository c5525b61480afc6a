import type { DecisionNode } from "./decision-tree.js";

/** The trees of one branch of work, and within it of one thread, or where that is not known of one branch of git. */
export interface DecisionLine {
  /** Empty for the work that is on no branch. */
  readonly line: string;
  readonly groups: readonly DecisionGroup[];
}

export interface DecisionGroup {
  readonly thread?: { readonly id: string; readonly title: string };
  readonly branch?: string;
  readonly trees: readonly DecisionNode[];
}

/** Trees by branch of work, then by thread or branch of git; each where its first decision belongs, in the order given. */
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
  if (first?.thread !== undefined) return { thread: first.thread };
  return first?.branch === undefined ? {} : { branch: first.branch };
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
