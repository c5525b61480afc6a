import { TidemarkError } from "../error.js";
import { DAY_MS } from "../event/time.js";
import { english } from "../render/english.js";

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

/** Parses a future time: "30m", "2h", "7d", "2w" or a date. */
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

const UNITS: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };

/** The milliseconds of "30m", "2h", "3d" or "1w"; undefined for anything else. */
function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 0);
}

/** Without its end; a moment if both are the same. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** Parses "2h", "3d", "2w", "today", "yesterday", "2026-05-01", "2026-05" or "2026-05-01T14:30" in local time. */
export function parseWhen(text: string, name: string, now: number): Period {
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

function days(year: number, month: number, day: number): Period {
  return { from: new Date(year, month, day).getTime(), to: new Date(year, month, day + 1).getTime() };
}

/** False for 31 February. */
function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(year, month, day);
  return date.getMonth() === month && date.getDate() === day;
}
