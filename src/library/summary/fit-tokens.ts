/** The longest text of at most so many tokens that `compose` makes of some room in characters; "" where none is. */
export function fitTokens(
  limit: number,
  count: (text: string) => number,
  compose: (room: number) => string,
): string {
  let best = "";
  let fits = 0;
  let over = Number.POSITIVE_INFINITY;
  let room = Math.max(0, Math.floor(limit * CHARACTERS));
  for (let tries = 0; tries < MOST_TRIES && room > fits && room < over; tries++) {
    const text = compose(room);
    const tokens = text === "" ? 0 : count(text);
    if (tokens <= limit) {
      if (text.length > best.length) best = text;
      // All that there is was said.
      if (text.length < room * FULL) return best;
      fits = room;
    } else over = room;
    const guess = Math.floor((room * limit * NEARLY) / Math.max(1, tokens));
    const isBetween = guess > fits && guess < over;
    const next = isBetween ? guess : Number.isFinite(over) ? Math.floor((fits + over) / 2) : room * 2;
    room = Math.min(next, Math.floor(limit * MOST_CHARACTERS));
    if (tokens <= limit && tokens >= limit * CLOSE) return best;
  }
  return best;
}

/** Of a token, in prose that names files. */
const CHARACTERS = 4;
/** Whoever counts less of a text than that means something else by a token. */
const MOST_CHARACTERS = 16;
const MOST_TRIES = 12;
const NEARLY = 0.995;
const CLOSE = 0.98;
const FULL = 0.7;
