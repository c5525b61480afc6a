import type { Decision } from "../../../text/prose/decision.js";
import { restates, subjectOf } from "../../../text/prose/subject.js";
import { plainText } from "../memory/memory.js";
import { replacedBy } from "../session/finding.js";

export interface Decided extends Decision {
  readonly id: string;
  readonly from: "declared" | "found";
  readonly by: "user" | "agent";
  readonly at: number;
  /** Empty if declared outside of sessions. */
  readonly session: string;
  /** The branch of git that was checked out. */
  readonly branch?: string;
  /** The branch of work, if the session is on one. */
  readonly line?: string;
  /** The branch of work it was merged into; empty for work on no branch. */
  readonly mergedInto?: string;
  readonly thread?: { readonly id: string; readonly title: string };
  /** Holds only on its branch of git until that is merged. */
  readonly isStaged?: true;
  readonly supersedes?: string;
  readonly supersededBy?: string;
  /** Both replaced the same decision, and the other one is later. */
  readonly isRival?: true;
  /** It no longer holds, and nothing took its place. */
  readonly isOver?: true;
  /** Somebody said that it holds after all. */
  readonly isKept?: true;
}

/** A decision with those that replaced it. */
export interface DecisionNode extends Decided {
  /** Nothing replaced it, except perhaps a decision staged on another branch of git. */
  readonly isCurrent: boolean;
  /** How often it was found, if more than once. */
  readonly times?: number;
  readonly children: readonly DecisionNode[];
}

/**
 * Builds a forest in which each decision is below the one it replaces. Declared decisions replace the one they name,
 * found ones those they reject or repeat on the same branch of work. The order of the list does not matter.
 */
export function decisionTree(made: readonly Decided[]): DecisionNode[] {
  const drafts = new Map<string, Draft>();
  const byLine = new Map<string, Draft[]>();
  const alias = new Map<string, string>();
  for (const decided of [...made].sort(inTime)) {
    const line = byLine.get(decided.line ?? "") ?? [];
    byLine.set(decided.line ?? "", line);
    const plain = plainText(decided.choice);
    const again = line.find(
      (one) => one.replacedBy === undefined && one.plain === plain && canRepeat(one, decided),
    );
    if (again !== undefined) {
      alias.set(decided.id, again.id);
      repeat(again, decided);
      continue;
    }
    const draft: Draft = { id: decided.id, decided, plain, times: 1 };
    if (decided.from === "found") replaceFound(draft, line);
    line.push(draft);
    drafts.set(draft.id, draft);
  }
  linkDeclared(drafts, (id) => alias.get(id) ?? id);
  return grow(drafts);
}

/** The branch of work, else of git, of the newest decision that holds. */
export function currentBranch(forest: readonly DecisionNode[]): string {
  let newest: DecisionNode | undefined;
  for (const node of flatten(forest))
    if (node.isCurrent && (newest === undefined || inTime(newest, node) < 0)) newest = node;
  return (newest?.mergedInto ?? newest?.line) || (newest?.branch ?? "");
}

/** All nodes, each before those below it. */
export function* flatten(forest: readonly DecisionNode[]): Generator<DecisionNode> {
  for (const node of forest) {
    yield node;
    yield* flatten(node.children);
  }
}

interface Draft {
  /** The id of the first of several same decisions. */
  readonly id: string;
  decided: Decided;
  /** The choice without case and code marks. */
  readonly plain: string;
  times: number;
  parent?: string;
  replacedBy?: string;
}

/** Two declarations are two decisions, even in the same words. */
function canRepeat({ decided }: Draft, again: Decided): boolean {
  if (decided.from === "declared" && again.from === "declared") return false;
  return again.supersedes === undefined;
}

/** A declared decision wins over a found one. Reasons and rejected options may come later. */
function repeat(draft: Draft, again: Decided): void {
  const { decided } = draft;
  draft.times++;
  const main = again.from === "declared" ? again : decided;
  const other = main === again ? decided : again;
  draft.decided = {
    ...main,
    reason: main.reason ?? other.reason,
    rejected: main.rejected.length > 0 ? main.rejected : other.rejected,
    supersededBy: decided.supersededBy ?? again.supersededBy,
  };
}

/** Only a declaration replaces a declared decision. A decision in new words keeps the reason. */
function replaceFound(draft: Draft, line: readonly Draft[]): void {
  const holding = line.filter((old) => old.replacedBy === undefined);
  const replaced = new Set(
    replacedBy(
      draft.decided,
      holding.map(({ decided }) => decided),
    ),
  );
  for (const old of holding) {
    if (old.decided.from === "declared" || old.decided.isKept || !replaced.has(old.decided)) continue;
    old.replacedBy = draft.id;
    draft.parent = old.id;
    if (restates(subjectOf(draft.decided), subjectOf(old.decided)))
      draft.decided = { ...draft.decided, reason: draft.decided.reason ?? old.decided.reason };
  }
}

function linkDeclared(drafts: ReadonlyMap<string, Draft>, resolve: (id: string) => string): void {
  for (const draft of drafts.values()) {
    const { supersededBy, isRival, supersedes } = draft.decided;
    if (supersededBy !== undefined) {
      const by = resolve(supersededBy);
      draft.replacedBy = by;
      // The decision between them may have been removed: then the later one follows this one.
      const later = drafts.get(by);
      if (later !== undefined && isRival !== true && later.decided.supersedes !== undefined)
        later.parent ??= draft.id;
    }
    const before = supersedes === undefined ? undefined : drafts.get(resolve(supersedes));
    if (before !== undefined && before !== draft) draft.parent = before.id;
  }
}

function grow(drafts: ReadonlyMap<string, Draft>): DecisionNode[] {
  const below = new Map<string, Draft[]>();
  const roots: Draft[] = [];
  for (const draft of drafts.values()) {
    const parent = draft.parent === undefined ? undefined : drafts.get(draft.parent);
    if (parent === undefined || isAbove(draft, parent, drafts)) roots.push(draft);
    else below.set(parent.id, [...(below.get(parent.id) ?? []), draft]);
  }
  const nodeOf = (draft: Draft): DecisionNode => {
    const { supersedes: _, supersededBy: __, ...rest } = draft.decided;
    const by = draft.replacedBy === undefined ? undefined : drafts.get(draft.replacedBy);
    return {
      ...rest,
      supersedes: draft.parent === undefined ? undefined : drafts.get(draft.parent)?.decided.id,
      supersededBy: by?.decided.id ?? draft.replacedBy,
      isCurrent:
        !rest.isOver && (draft.replacedBy === undefined || (by !== undefined && isOnlyStaged(by, draft))),
      times: draft.times === 1 ? undefined : draft.times,
      children: (below.get(draft.id) ?? []).map(nodeOf),
    };
  };
  return roots.map(nodeOf);
}

function isOnlyStaged(by: Draft, old: Draft): boolean {
  return by.decided.isStaged === true && by.decided.branch !== old.decided.branch;
}

/** Whether the draft is its own ancestor and the oldest in that circle. Only devices that never synced can create one. */
function isAbove(draft: Draft, parent: Draft, drafts: ReadonlyMap<string, Draft>): boolean {
  const met = new Set<string>();
  for (let at: Draft | undefined = parent; at !== undefined; ) {
    if (at === draft)
      return [...met, at.id].every(
        (id) => inTime(draft.decided, drafts.get(id)?.decided ?? draft.decided) <= 0,
      );
    if (met.has(at.id)) return false;
    met.add(at.id);
    at = at.parent === undefined ? undefined : drafts.get(at.parent);
  }
  return false;
}

function inTime(a: Pick<Decided, "at" | "id">, b: Pick<Decided, "at" | "id">): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
