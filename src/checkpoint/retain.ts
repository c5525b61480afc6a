import { type Checkpoint, isAutomatic, isLight } from "./checkpoint.js";
import { numberOf } from "./record-name.js";

const MAX_AUTOMATIC = 5;
const MOST_LIGHT = 30;
const LIGHT_AGE = 7 * 86_400_000;

/**
 * Which checkpoints of a project go. A session keeps its newest automatic one, then those before destructive commands,
 * then others, five in all unless told otherwise; of light ones the last thirty of the last seven days. What a person made stays.
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
  return newest.filter(isLight).filter(({ at }, place) => place >= MOST_LIGHT || now - at > LIGHT_AGE);
}

// By number, which each kind counts for itself: a clock that was once ahead must not make the latest look old.
function latestFirst(a: Checkpoint, b: Checkpoint): number {
  return numberOf(b.id) - numberOf(a.id);
}
