import { english } from "../../compose/render/english.js";
import { TidemarkError } from "../../error.js";
import { parseDuration } from "./duration.js";

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

/** A moment to come from "30m", "2h", "7d", "2w" or a date. */
export function parseUntil(text: string, name: string, now: number): number {
  const duration = parseDuration(text);
  const until = duration === undefined ? Date.parse(text) : now + duration;
  if (Number.isNaN(until))
    throw new TidemarkError("bad-argument", `"${text}" is no time.`, {
      hint: "Use 30m, 2h, 3d, 1w, or a date like 2026-01-31.",
    });
  if (until > now) return until;
  throw new TidemarkError("bad-argument", `${name} takes a time to come, and "${text}" is over.`, {
    hint: "Use 30m, 2h, 7d, 2w, or a date to come.",
  });
}
