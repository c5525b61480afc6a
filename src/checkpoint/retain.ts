import { DAY_MS } from "../host/clock.js";
import { type Checkpoint, isAutomatic, isLight } from "./checkpoint.js";
import { numberOf } from "./name.js";

const MAX_AUTOMATIC = 5;
const MAX_LIGHT = 30;
const MAX_LIGHT_AGE_MS = 7 * DAY_MS;

/**
 * The checkpoints of a project to drop. Per session it keeps the newest automatic one, then those before destructive
 * commands, then others, five in all by default, and light ones for seven days, thirty at most. Those made by a
 * person stay.
 */
export function outlived(
  checkpoints: readonly Checkpoint[],
  now: number,
  maxAutomatic = MAX_AUTOMATIC,
): string[] {
  const sessions = new Map<string, Checkpoint[]>();
  for (const checkpoint of [...checkpoints].sort(latestFirst)) {
    const own = sessions.get(checkpoint.session);
    if (own === undefined) sessions.set(checkpoint.session, [checkpoint]);
    else own.push(checkpoint);
  }
  return [...sessions.values()]
    .flatMap((own) => [...automatic(own, maxAutomatic), ...light(own, now)])
    .map(({ id }) => id);
}

function automatic(newest: readonly Checkpoint[], max: number): Checkpoint[] {
  const [last, ...rest] = newest.filter(isAutomatic);
  const isDestructive = ({ reason }: Checkpoint) => reason === "destructive";
  const ranked = [...rest.filter(isDestructive), ...rest.filter((one) => !isDestructive(one))];
  return last === undefined ? [] : ranked.slice(max - 1);
}

function light(newest: readonly Checkpoint[], now: number): Checkpoint[] {
  return newest.filter(isLight).filter(({ at }, place) => place >= MAX_LIGHT || now - at > MAX_LIGHT_AGE_MS);
}

// Sorted by number: a clock that was once ahead must not make the latest look old.
function latestFirst(a: Checkpoint, b: Checkpoint): number {
  return numberOf(b.id) - numberOf(a.id);
}
