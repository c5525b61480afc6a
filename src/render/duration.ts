interface Units {
  readonly now: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly days: string;
}

/** "a moment", "12 min", "2 h 15 min", "3 days". */
export function spell(ms: number, units: Units): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return units.now;
  if (minutes < 60) return `${minutes} ${units.minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60;
    return rest === 0 ? `${hours} ${units.hour}` : `${hours} ${units.hour} ${rest} ${units.minute}`;
  }
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? units.day : units.days}`;
}
