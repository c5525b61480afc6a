/** The time in a question. A date may lack its day or its year: "in May", "en 2024". */
export interface AskedTime {
  /** Exact to the day, without its end. */
  readonly span?: { readonly from: number; readonly to: number };
  /** 0 for January. */
  readonly month?: number;
  readonly year?: number;
}

const DAY_MS = 86_400_000;
/** People often mention an event some time after it. */
const LATER_MS = 30 * DAY_MS;
const MAX_YEARS_BACK = 3;

/** "on 3 June 2024", "in May", "yesterday", « la semaine dernière »; undefined if there is no time. */
export function askedTime(question: string, now: number): AskedTime | undefined {
  const lower = question.toLowerCase();
  const month = MONTHS.findIndex((pattern) => pattern.test(lower));
  const year = Number(/(?<![\w.-])((?:19|20)\d\d)(?![\w-])/.exec(lower)?.[1] ?? Number.NaN);
  // A date is stronger than "last week".
  if (month >= 0) return dated(month, Number.isNaN(year) ? undefined : year, dayIn(lower));
  return relative(lower, now) ?? (Number.isNaN(year) ? undefined : { year });
}

/** How well a time fits the asked one, from 0 to 1. */
export function fitsTime(at: number, { span, month, year }: AskedTime): number {
  if (span !== undefined) {
    if (at >= span.from && at < span.to) return 1;
    if (at >= span.to && at < span.to + LATER_MS) return 0.5;
    if (month === undefined) return 0;
  }
  const date = new Date(at);
  if (month === undefined) return date.getUTCFullYear() === year ? 1 : 0;
  if (date.getUTCMonth() === month) return year === undefined ? 1 : 0.3;
  return year === undefined && (date.getUTCMonth() + 11) % 12 === month ? 0.5 : 0;
}

/** A time in each possible month. Without a year these are the months of the last years up to `now`. */
export function monthsMeant({ span, month, year }: AskedTime, now: number): number[] {
  if (span !== undefined) {
    const times: number[] = [];
    for (let at = span.from; at < span.to + LATER_MS && times.length < 24; at = nextMonth(at)) times.push(at);
    return times;
  }
  const last = new Date(now).getUTCFullYear();
  if (month === undefined)
    return year === undefined ? [] : Array.from({ length: 12 }, (_, n) => Date.UTC(year, n, 1));
  return Array.from({ length: 2 * MAX_YEARS_BACK }, (_, n) => Date.UTC(last - (n >> 1), month + (n & 1), 1));
}

function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function dated(month: number, year: number | undefined, day: number | undefined): AskedTime {
  if (year === undefined) return { month };
  const from = Date.UTC(year, month, day ?? 1);
  const to = day === undefined ? Date.UTC(year, month + 1, 1) : from + DAY_MS;
  return { span: { from, to }, month, year };
}

function relative(lower: string, now: number): AskedTime | undefined {
  const today = now - (((now % DAY_MS) + DAY_MS) % DAY_MS);
  for (const { pattern, from, to } of SPANS)
    if (pattern.test(lower)) return { span: { from: today - from * DAY_MS, to: today + (1 - to) * DAY_MS } };
  const ago = AGO.exec(lower);
  if (ago === null) return undefined;
  const days = Number(ago[1] ?? ago[3]) * (UNIT_DAYS[(ago[2] ?? ago[4] ?? "").slice(0, 3)] ?? 1);
  const slack = Math.max(1, days / 4);
  return { span: { from: today - (days + slack) * DAY_MS, to: today - (days - slack - 1) * DAY_MS } };
}

function dayIn(lower: string): number | undefined {
  const found = DAY_OF_MONTH.exec(lower);
  const day = Number(found?.[1] ?? found?.[2] ?? Number.NaN);
  return day >= 1 && day <= 31 ? day : undefined;
}

/** Days before today, both inclusive. */
const SPANS: readonly { pattern: RegExp; from: number; to: number }[] = [
  { pattern: /\btoday\b|\baujourd'hui\b|\bthis morning\b|\bce matin\b/, from: 0, to: 0 },
  { pattern: /\bday before yesterday\b|\bavant-hier\b/, from: 2, to: 2 },
  { pattern: /\byesterday\b|\blast night\b|\bhier\b/, from: 1, to: 1 },
  { pattern: /\bthis week\b|\bcette semaine\b/, from: 6, to: 0 },
  { pattern: /\blast week\b|\bsemaine (?:derni[eè]re|pass[eé]e)\b/, from: 13, to: 2 },
  { pattern: /\bthis month\b|\bce mois(?:-ci)?\b/, from: 30, to: 0 },
  { pattern: /\blast month\b|\bmois (?:dernier|pass[eé])\b/, from: 62, to: 10 },
];

const AGO = /\b(\d{1,3}) (day|week|month|year)s? ago\b|\bil y a (\d{1,3}) (jour|semaine|mois|an)s?\b/;
const UNIT_DAYS: { readonly [start: string]: number } = {
  wee: 7,
  sem: 7,
  mon: 30,
  moi: 30,
  yea: 365,
  an: 365,
};

// "may" and "march" are also words, so they need another part of a date beside them.
const MONTHS = [
  /\bjanuary\b|\bjanvier\b/,
  /\bfebruary\b|\bf[eé]vrier\b/,
  /\b(?:in|of|since|during|early|late|mid|\d{1,2}) march\b|\bmarch,? \d|\b(?:en|de|mi-|\d{1,2}) ?mars\b/,
  /\bapril\b|\bavril\b/,
  /\b(?:in|of|since|during|early|late|mid|\d{1,2}) may\b|\bmay,? \d|\b(?:en|de|mi-|\d{1,2}) ?mai\b/,
  /\bjune\b|\bjuin\b/,
  /\bjuly\b|\bjuillet\b/,
  /\baugust\b|\bao[uû]t\b/,
  /\bseptember\b|\bseptembre\b/,
  /\boctober\b|\boctobre\b/,
  /\bnovember\b|\bnovembre\b/,
  /\bdecember\b|\bd[eé]cembre\b/,
];
const NAMED =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|janvier|f[eé]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[eé]cembre)";
const DAY_OF_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|er)?(?: of)? ${NAMED}\\b|\\b${NAMED} (\\d{1,2})(?:st|nd|rd|th)?\\b(?! ?\\d)`,
);
