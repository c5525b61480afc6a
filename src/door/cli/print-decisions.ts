import type { DecisionGroup, DecisionLine } from "../../fold/decision-group.js";
import type { DecisionNode } from "../../fold/decision-tree.js";
import { idStart } from "../../fold/short-id.js";
import { print, style } from "./print.js";
import { ago } from "./time.js";
import { wrap } from "./wrap.js";

export interface Drawing {
  readonly now: number;
  /** Characters in a line. */
  readonly width: number;
  /** The branch of git that is checked out. */
  readonly branch?: string;
}

/** Draws decisions as trees: what took the place of another stands below it, what was rejected beside it. */
export function printDecisions(lines: readonly DecisionLine[], drawing: Drawing): void {
  lines.forEach(({ line, groups }, at) => {
    if (at > 0) print("");
    const isNamed = line !== "" || lines.length > 1;
    if (isNamed) print(style.bold(line === "" ? "On no branch of work" : `Branch of work ${line}`));
    for (const [index, group] of groups.entries()) {
      if (index > 0) print("");
      printGroup(group, drawing);
    }
  });
}

function printGroup({ thread, branch, trees }: DecisionGroup, drawing: Drawing): void {
  if (thread !== undefined) print(`${thread.title}  ${style.dim(`thread ${thread.id}`)}`);
  else if (branch !== undefined) print(style.dim(`branch ${branch}`));
  trees.forEach((tree, at) => {
    printNode(tree, "", at === trees.length - 1, drawing);
  });
}

/** `stem` is what stands before the node's own fork. */
function printNode(node: DecisionNode, stem: string, isLast: boolean, drawing: Drawing): void {
  const { choice, reason, rejected, children, isCurrent } = node;
  const below = `${stem}${isLast ? "   " : "│  "}`;
  const room = drawing.width - below.length - 2;
  const [first = "", ...rest] = wrap(choice, room);
  const paint = isCurrent ? style.bold : style.struck;
  print(
    `${style.dim(`${stem}${isLast ? "└─ " : "├─ "}`)}${isCurrent ? style.green("●") : style.dim("○")} ${paint(first)}`,
  );
  const under = `${below}${rejected.length + children.length > 0 ? "│ " : "  "}`;
  const say = (lines: readonly string[], how: (text: string) => string) => {
    for (const line of lines) print(`${style.dim(under)}${how(line)}`);
  };
  say(rest, paint);
  if (reason !== undefined) say(wrap(`because ${reason}`, room), (text) => text);
  say(wrap(about(node, drawing), room), style.dim);
  rejected.forEach((text, at) => {
    const isEnd = at === rejected.length - 1 && children.length === 0;
    const [head = "", ...tail] = wrap(text, room - 3);
    print(`${style.dim(`${below}${isEnd ? "└─ " : "├─ "}`)}${style.red("✗")} ${style.dim(head)}`);
    for (const line of tail) print(style.dim(`${below}${isEnd ? "   " : "│  "}  ${line}`));
  });
  children.forEach((child, at) => {
    printNode(child, below, at === children.length - 1, drawing);
  });
}

function about(node: DecisionNode, { now, branch }: Drawing): string {
  const { id, by, from, at, session, times, isStaged, supersededBy, isRival } = node;
  const who = by === "user" ? "you" : "the agent";
  return [
    idStart(id),
    from === "declared" ? who : `${who}, in passing`,
    ago(at, now),
    ...(times === undefined ? [] : [`${times} times`]),
    ...(session === "" ? [] : [`session ${session.slice(0, 8)}`]),
    ...(isStaged && node.branch !== branch ? [`on branch ${node.branch}`] : []),
    ...(supersededBy === undefined
      ? []
      : [`${isRival ? "rival of" : "superseded by"} ${idStart(supersededBy)}`]),
  ].join(" · ");
}
