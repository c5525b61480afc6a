import type { ListedBranch } from "../../app/branch/branch.js";
import { openItems } from "../../fold/session/plan.js";
import { PLAN_SIGN } from "./plan-sign.js";
import { count, print, style } from "./print.js";
import { ago } from "./time.js";

/** One line for each branch of work, and where it began. */
export function printBranches(branches: readonly ListedBranch[], now: number): void {
  const width = Math.max(...branches.map(({ name }) => name.length));
  for (const { name, session, turn, sessions, lastAt, content, merged } of branches) {
    const facts = [
      count(sessions.length, "session"),
      `active ${ago(lastAt, now)}`,
      `${openItems(content.tasks).length} open`,
      ...(merged === undefined ? [] : [mergedText(merged.into)]),
    ];
    const text = name.padEnd(width);
    print(`${merged === undefined ? style.bold(text) : style.dim(text)}  ${facts.join(" · ")}`);
    print(style.dim(`${" ".repeat(width)}  from session ${session.slice(0, 8)}, after turn ${turn}`));
  }
}

/** A branch whole: what was decided on it and before it, and what is to be done. */
export function printBranch(
  { name, session, turn, sessions, lastAt, content, files, merged }: ListedBranch,
  now: number,
): void {
  const row = (label: string, text: string) => {
    if (text !== "") print(`${style.dim(label.padEnd(10))}${text}`);
  };
  print(
    `${style.bold(name)}${merged === undefined ? "" : style.dim(`  ${mergedText(merged.into)} ${ago(merged.at, now)}`)}`,
  );
  row("from", `session ${session.slice(0, 8)}, after turn ${turn}`);
  row("sessions", sessions.map((id) => id.slice(0, 8)).join(", ") || "none yet");
  row("active", ago(lastAt, now));
  row("files", files.slice(0, 10).join(", "));
  if (content.decisions.length > 0) print(`\n${style.bold("Decided")}`);
  for (const { choice, reason } of content.decisions)
    print(`  ● ${choice}${reason === undefined ? "" : style.dim(`, because ${reason}`)}`);
  if (content.tasks.length > 0) print(`\n${style.bold("Tasks")}`);
  for (const { text, status } of content.tasks)
    print(`  ${PLAN_SIGN[status]} ${status === "done" ? style.dim(text) : text}`);
}

export function branchJson({ content, ...branch }: ListedBranch) {
  return { ...branch, ...content, open: openItems(content.tasks).length };
}

function mergedText(into: string): string {
  return into === "" ? "merged" : `merged into ${into}`;
}
