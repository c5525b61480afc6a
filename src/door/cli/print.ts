import { styleText } from "node:util";
import { legible, OWN_ESCAPE } from "./legible.js";

/** The only way from the command line to a person's eyes. */
export function print(text: string): void {
  process.stdout.write(`${legible(text)}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)}\n`);
}

/** One of many, or one beside others, on a line of its own. JSON is for programs: nothing is left out of it. */
export function printJsonLine(value: unknown, to: NodeJS.WritableStream = process.stdout): void {
  to.write(`${JSON.stringify(value)}\n`);
}

/** For what accompanies the result: progress, notes. Never mixed into output that a program reads. */
export function printAside(text: string): void {
  process.stderr.write(`${legible(text)}\n`);
}

/** "1 session", "2 sessions". */
export function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

type Colour = Parameters<typeof styleText>[0];

function paint(colour: Colour): (text: string) => string {
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
