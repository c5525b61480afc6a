import { styleText } from "node:util";

/** The only way from the command line to a person's eyes. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)}\n`);
}

/** For what accompanies the result: progress, notes. Never mixed into output that a program reads. */
export function printAside(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** "1 session", "2 sessions". */
export function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

type Colour = Parameters<typeof styleText>[0];

function paint(colour: Colour): (text: string) => string {
  return (text) => (wantsColour() ? styleText(colour, text) : text);
}

export const style = {
  bold: paint("bold"),
  dim: paint("dim"),
  green: paint("green"),
  red: paint("red"),
  yellow: paint("yellow"),
  cyan: paint("cyan"),
};

function wantsColour(): boolean {
  const { NO_COLOR, TERM } = process.env;
  return process.stdout.isTTY === true && !NO_COLOR && TERM !== "dumb";
}
