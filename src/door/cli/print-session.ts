import type { WholeState } from "../../app/session/whole-state.js";
import type { SessionStatus } from "../../fold/session/status.js";
import { reasonOf } from "./checkpoint/describe.js";
import { count, print, style } from "./print.js";
import { localTime } from "./time.js";

/** What a session is, in one word that stands out where somebody should look. */
export function paintStatus(status: SessionStatus, width = 0): string {
  const text = status.padEnd(width);
  if (status === "crashed") return style.red(text);
  return status === "active" ? style.green(text) : style.dim(text);
}

/** Says so where a session is of another project than the folder one stands in. */
export function printWhere({ project }: WholeState): void {
  if (project.isHere) return;
  const { id, name, path } = project;
  print(style.yellow(`of another project: ${name || id}${path === "" ? "" : ` (${path})`}`));
}

export function printCalls({ tools }: WholeState): void {
  print(`\n${style.bold(`Tool calls (${tools.history.length})`)}`);
  for (const { at, ok, tool, target, ms, agent } of tools.history) {
    const facts = [
      ...(ms === undefined ? [] : [spent(ms)]),
      ...(agent === undefined ? [] : [`subagent ${agent}`]),
    ];
    const aside = facts.length === 0 ? "" : style.dim(`  ${facts.join(", ")}`);
    print(`  ${style.dim(localTime(at))} ${ok ? " " : style.red("✗")} ${tool} ${target}${aside}`);
  }
  for (const { tool, target, at } of tools.pending)
    print(
      `  ${style.dim(localTime(at))} ${style.yellow("…")} ${tool} ${target}${style.dim("  not finished")}`,
    );
}

export function printFates({ files }: WholeState): void {
  const { created, modified, deleted } = files;
  print(`\n${style.bold("Files")}`);
  if (created.length + modified.length + deleted.length === 0) print(style.dim("  none were changed"));
  for (const path of created) print(`  ${style.green("+")} ${path}`);
  for (const path of modified) print(`  ${style.yellow("~")} ${path}`);
  for (const path of deleted) print(`  ${style.red("-")} ${path}`);
}

export function printErrors({ errors }: WholeState): void {
  print(`\n${style.bold(`Errors (${errors.count})`)}`);
  for (const { at, tool, target, text } of errors.log) {
    print(`  ${style.dim(localTime(at))} ${style.red(`${tool} ${target}`)}`);
    for (const line of text.split("\n").filter(Boolean)) print(`      ${style.dim(line)}`);
  }
}

export function printCheckpoints({ checkpoints }: WholeState): void {
  print(`\n${style.bold(`Checkpoints (${checkpoints.length})`)}`);
  for (const checkpoint of checkpoints) {
    const { id, at, tools, progress } = checkpoint;
    const facts = [
      reasonOf(checkpoint),
      `after ${count(tools, "tool call")}`,
      ...(progress === undefined ? [] : [`${Math.round(progress * 100)} % of the plan`]),
    ];
    print(`  ${style.bold(id.padEnd(5))} ${style.dim(localTime(at))} ${facts.join(" · ")}`);
  }
}

function spent(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
