import { TidemarkError } from "../../error.js";
import { parseDuration } from "./duration.js";

/** A stretch of the past; the end is not part of it. A moment where both are the same. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** From "2h", "3d", "2w", "today", "yesterday", "2026-05-01", "2026-05" or "2026-05-01T14:30", by the reader's own clock. */
export function parseWhen(text: string, name: string, now: number): Stretch {
  const said = text.trim().toLowerCase();
  const duration = parseDuration(said);
  if (duration !== undefined) return { from: now - duration, to: now - duration };
  const today = new Date(now);
  const ago = said === "today" ? 0 : said === "yesterday" ? 1 : undefined;
  if (ago !== undefined) return days(today.getFullYear(), today.getMonth(), today.getDate() - ago);
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(said) ?? [];
  if (year !== undefined && month !== undefined) {
    const date = [Number(year), Number(month) - 1, Number(day ?? 1)] as const;
    if (isDate(...date))
      return day === undefined
        ? { from: days(...date).from, to: days(date[0], date[1] + 1, 1).from }
        : days(...date);
  }
  const moment = /^\d{4}-\d{2}-\d{2}t/.test(said) ? Date.parse(text.trim()) : Number.NaN;
  if (!Number.isNaN(moment)) return { from: moment, to: moment };
  throw new TidemarkError("bad-argument", `${name} takes a time, and "${text}" is none.`, {
    hint: "Use 2h, 3d, 2w, today, yesterday, a date like 2026-01-31 or a month like 2026-01.",
  });
}

function days(year: number, month: number, day: number): Stretch {
  return { from: new Date(year, month, day).getTime(), to: new Date(year, month, day + 1).getTime() };
}

/** There is no 31 February. */
function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(year, month, day);
  return date.getMonth() === month && date.getDate() === day;
}
