import { styleText } from "node:util";
import type { PlanStatus } from "../event/turn.js";
import { OWN_ESCAPE, terminalSafe } from "./terminal-safe.js";

/** Prints a line for people, escaped for the terminal. */
export function print(text: string): void {
  process.stdout.write(`${terminalSafe(text)}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)}\n`);
}

/** Prints JSON on a line of its own. It is for programs, so nothing is escaped for a terminal. */
export function printJsonLine(value: unknown, to: NodeJS.WritableStream = process.stdout): void {
  to.write(`${JSON.stringify(value)}\n`);
}

/** Prints progress and notes to standard error, apart from the output that a program reads. */
export function printAside(text: string): void {
  process.stderr.write(`${terminalSafe(text)}\n`);
}

/** "1 session", "2 sessions". */
export function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

function paint(colour: Parameters<typeof styleText>[0]): (text: string) => string {
  return (text) => {
    if (!wantsColour()) return text;
    const [begin, end] = styleText(colour, "\n").replaceAll("\u001b", OWN_ESCAPE).split("\n");
    return `${begin}${text}${end}`;
  };
}

export const style = {
  bold: paint("bold"),
  dim: paint("dim"),
  struck: paint(["dim", "strikethrough"]),
  green: paint("green"),
  red: paint("red"),
  yellow: paint("yellow"),
  cyan: paint("cyan"),
};

function wantsColour(): boolean {
  const { NO_COLOR, TERM } = process.env;
  return process.stdout.isTTY === true && !NO_COLOR && TERM !== "dumb";
}

/** Prints a unified diff in colour. */
export function printDiff(diff: string): void {
  for (const line of diff.trimEnd().split("\n")) print(paintDiff(line));
}

function paintDiff(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return style.bold(line);
  if (line.startsWith("@@")) return style.cyan(line);
  if (line.startsWith("+")) return style.green(line);
  if (line.startsWith("-")) return style.red(line);
  return style.dim(line);
}

/** The sign before a task, by its status. */
export const PLAN_SIGN: { readonly [S in PlanStatus]: string } = {
  open: "·",
  doing: "▸",
  done: "✓",
  dropped: "✗",
};

/** The number of columns for a line of output; 100 in a pipe. */
export function lineWidth(): number {
  return process.stdout.isTTY === true ? Math.max(40, process.stdout.columns ?? 80) : 100;
}
