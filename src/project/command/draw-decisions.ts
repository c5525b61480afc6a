import { wrapAnsi } from "fast-wrap-ansi";
import type { DecisionGroup, DecisionLine } from "../../model/fold/decision/decision-group.js";
import type { DecisionNode } from "../../model/fold/decision/decision-tree.js";
import { idStart } from "../../model/fold/stamp.js";
import { print, style } from "../../terminal/print.js";
import { ago } from "../../terminal/time.js";

interface Drawing {
  readonly now: number;
  readonly width: number;
  readonly branch?: string;
}

/** Draws decisions as trees: superseding decisions below the superseded, rejected ones beside. */
export function drawDecisions(lines: readonly DecisionLine[], drawing: Drawing): string[] {
  const drawn: string[] = [];
  const draw = (text: string) => drawn.push(text);
  lines.forEach(({ line, groups }, at) => {
    if (at > 0) draw("");
    const isNamed = line !== "" || lines.length > 1;
    if (isNamed) draw(style.bold(line === "" ? "On no branch of work" : `Branch of work ${line}`));
    for (const [index, group] of groups.entries()) {
      if (index > 0) draw("");
      drawGroup(group, draw, drawing);
    }
  });
  return drawn;
}

type Draw = (text: string) => void;

function drawGroup({ thread, branch, trees }: DecisionGroup, draw: Draw, drawing: Drawing): void {
  if (thread !== undefined) draw(`${thread.title}  ${style.dim(`thread ${thread.id}`)}`);
  else if (branch !== undefined) draw(style.dim(`branch ${branch}`));
  trees.forEach((tree, at) => {
    drawNode(tree, "", at === trees.length - 1, draw, drawing);
  });
}

function drawNode(node: DecisionNode, stem: string, isLast: boolean, draw: Draw, drawing: Drawing): void {
  const { choice, reason, rejected, children, isCurrent } = node;
  const below = `${stem}${isLast ? "   " : "│  "}`;
  const room = drawing.width - below.length - 2;
  const [first = "", ...rest] = wrap(choice, room);
  const paint = isCurrent ? style.bold : style.struck;
  draw(
    `${style.dim(`${stem}${isLast ? "└─ " : "├─ "}`)}${isCurrent ? style.green("●") : style.dim("○")} ${paint(first)}`,
  );
  const under = `${below}${rejected.length + children.length > 0 ? "│ " : "  "}`;
  const say = (lines: readonly string[], how: (text: string) => string) => {
    for (const line of lines) draw(`${style.dim(under)}${how(line)}`);
  };
  say(rest, paint);
  if (reason !== undefined) say(wrap(`because ${reason}`, room), (text) => text);
  say(wrap(about(node, drawing), room), style.dim);
  rejected.forEach((text, at) => {
    const isEnd = at === rejected.length - 1 && children.length === 0;
    const [head = "", ...tail] = wrap(text, room - 3);
    draw(`${style.dim(`${below}${isEnd ? "└─ " : "├─ "}`)}${style.red("✗")} ${style.dim(head)}`);
    for (const line of tail) draw(style.dim(`${below}${isEnd ? "   " : "│  "}  ${line}`));
  });
  children.forEach((child, at) => {
    drawNode(child, below, at === children.length - 1, draw, drawing);
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
    ...(node.mergedInto === undefined ? [] : [`merged from ${node.line}`]),
    ...(isStaged && node.branch !== branch ? [`on branch ${node.branch}`] : []),
    ...(supersededBy === undefined
      ? []
      : [`${isRival ? "rival of" : "superseded by"} ${idStart(supersededBy)}`]),
  ].join(" · ");
}

export function printDecisions(lines: readonly DecisionLine[], drawing: Drawing): void {
  for (const line of drawDecisions(lines, drawing)) print(line);
}

/** Wraps a text at a width of at least a few words. Longer words are cut. */
export function wrap(text: string, width: number): string[] {
  return wrapAnsi(text.replace(/\s+/g, " ").trim(), Math.max(20, width), { hard: true }).split("\n");
}
