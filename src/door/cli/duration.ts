const UNITS: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The milliseconds of "30m", "2h", "3d" or "1w"; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 0);
}
