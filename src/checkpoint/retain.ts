import { DAY_MS } from "../event/time.js";
import { type Checkpoint, isAutomatic, isLight } from "./checkpoint.js";
import { numberOf } from "./name.js";

/**
 * The checkpoints of a project to drop. Each session keeps its newest automatic one, then those before destructive
 * commands, then others; light ones for seven days, thirty at most; and all that a person made.
 */
export function outlived(checkpoints: readonly Checkpoint[], now: number, maxAutomatic = 5): string[] {
  const sessions = new Map<string, Checkpoint[]>();
  // Sorted by number: a clock that was once ahead must not make the latest look old.
  for (const checkpoint of [...checkpoints].sort((a, b) => numberOf(b.id) - numberOf(a.id)))
    sessions.set(checkpoint.session, [...(sessions.get(checkpoint.session) ?? []), checkpoint]);
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
  return newest.filter(isLight).filter(({ at }, place) => place >= 30 || now - at > 7 * DAY_MS);
}
