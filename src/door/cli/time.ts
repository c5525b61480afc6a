import { english } from "../../compose/render/english.js";
import { TidemarkError } from "../../error.js";

/** "3 h 5 min ago". */
export function ago(at: number, now: number): string {
  return `${english.duration(Math.max(0, now - at))} ago`;
}

/** "2026-11-15 14:03" in the reader's own time zone. */
export function localTime(at: number): string {
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

const UNITS: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A moment in the past from "2h", "3d", "1w" or a date. */
export function parseSince(text: string, now: number): number {
  return moment(text, (duration) => now - duration);
}

/** A moment to come from "30m", "2h", "7d", "2w" or a date. */
export function parseUntil(text: string, name: string, now: number): number {
  const until = moment(text, (duration) => now + duration);
  if (until > now) return until;
  throw new TidemarkError("bad-argument", `${name} takes a time to come, and "${text}" is over.`, {
    hint: "Use 30m, 2h, 7d, 2w, or a date to come.",
  });
}

function moment(text: string, at: (duration: number) => number): number {
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return at(Number(amount) * (UNITS[unit] ?? 0));
  const date = Date.parse(text);
  if (!Number.isNaN(date)) return date;
  throw new TidemarkError("bad-argument", `"${text}" is no time.`, {
    hint: "Use 30m, 2h, 3d, 1w, or a date like 2026-01-31.",
  });
}
