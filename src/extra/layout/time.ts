/** The offset of the local time from UTC in minutes. */
type Zone = (at: number) => number;

export interface When {
  readonly now: number;
  readonly zone: Zone;
}

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?$/i;
const COMPACT = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/;
const MINUTE = 60_000;
const LATEST = 8.64e15;

/** Parses a time. Without a zone it is local time, as these tools write it. */
export function parseTime(text: unknown, { zone }: When): number | undefined {
  if (typeof text !== "string") return undefined;
  const match = FORM.exec(text.trim()) ?? COMPACT.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", offset] = match;
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, "0").slice(0, 3)),
  );
  const at = offset === undefined ? fromWall(wall, zone) : wall - offsetOf(offset) * MINUTE;
  return Number.isFinite(at) ? Math.max(0, at) : undefined;
}

/** "2026-03-04T14:05:06" in local time. Python cannot compare such a time with one that has a zone. */
export function wallTime(at: number, { zone }: When): string {
  return iso(at + zone(at) * MINUTE)
    .slice(0, -1)
    .replace(/\.000$/, "");
}

/** "14:05:06". */
export function timeOfDay(at: number, when: When): string {
  return wallTime(at, when).slice(11, 19);
}

/** "2026-03-04T14:05:06.000Z". */
export function utcTime(at: number): string {
  return iso(at);
}

/** "20260304_140506" in local time. Such names sort by time. */
export function nameTime(at: number, when: When): string {
  return wallTime(at, when).slice(0, 19).replace(/[-:]/g, "").replace("T", "_");
}

/** The last time before `end` with this local time of the day. */
export function lastAtTimeOfDay(text: unknown, end: number, { zone }: When): number | undefined {
  const match = typeof text === "string" ? /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim()) : null;
  if (match === null) return undefined;
  const [, hour, minute, second = "0"] = match;
  const within = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
  const day = 24 * 60 * MINUTE;
  const wall = end + zone(end) * MINUTE;
  const today = Math.floor(wall / day) * day + within;
  // Times of the day have whole seconds, and the current second is not over.
  return Math.max(0, fromWall(today > wall + 999 ? today - day : today, zone));
}

function fromWall(wall: number, zone: Zone): number {
  const near = wall - zone(wall) * MINUTE;
  return wall - zone(near) * MINUTE;
}

function offsetOf(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const digits = text.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return text.startsWith("-") ? -minutes : minutes;
}

function iso(at: number): string {
  const sound = Number.isFinite(at) ? Math.min(LATEST, Math.max(0, at)) : 0;
  return new Date(sound).toISOString();
}
