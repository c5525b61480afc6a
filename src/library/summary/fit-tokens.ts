/** The longest text within the limit that `compose` makes for some number of characters; "" if there is none. */
export function fitTokens(
  limit: number,
  count: (text: string) => number,
  compose: (room: number) => string,
): string {
  let best = "";
  let fits = 0;
  let over = Number.POSITIVE_INFINITY;
  let room = Math.max(0, Math.floor(limit * CHARS_PER_TOKEN));
  for (let tries = 0; tries < 12 && room > fits && room < over; tries++) {
    const text = compose(room);
    const tokens = text === "" ? 0 : count(text);
    if (tokens <= limit) {
      if (text.length > best.length) best = text;
      // There is no more text.
      if (text.length < room * 0.7) return best;
      fits = room;
    } else over = room;
    const guess = Math.floor((room * limit * GUESS_SHARE) / Math.max(1, tokens));
    const isBetween = guess > fits && guess < over;
    const next = isBetween ? guess : Number.isFinite(over) ? Math.floor((fits + over) / 2) : room * 2;
    room = Math.min(next, Math.floor(limit * MAX_CHARS_PER_TOKEN));
    if (tokens <= limit && tokens >= limit * 0.98) return best;
  }
  return best;
}

/** In prose that names files. */
const CHARS_PER_TOKEN = 4;
/** A counter that finds fewer tokens does not count tokens. */
const MAX_CHARS_PER_TOKEN = 16;
const GUESS_SHARE = 0.995;
