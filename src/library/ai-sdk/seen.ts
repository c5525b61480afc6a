import { chainOf } from "./print.js";

/** A message of the session, by its print. */
export interface KnownMessage {
  readonly print: string;
  readonly isIncomplete: boolean;
}

/** Which messages of a prompt the session has already. */
export interface Seen {
  /** How many messages at a prompt's beginning are known. */
  knownIn(prints: readonly string[]): number;
  /** The session has one message more. */
  add(message: KnownMessage): void;
  /** The session has all of this conversation; `isAnswered` where it ends with an answer of the model. */
  note(prints: readonly string[], isAnswered: boolean): void;
}

/** Conversations whose ends are remembered, and messages that a prompt is laid beside. */
const MOST = 1_000;

/**
 * A program sends the whole conversation with each step, or its last part, or only what is new. A beginning that went
 * through here is known by itself, also where several conversations go on at once; any other prompt is laid beside the
 * last messages of the session.
 */
export function keepSeen(earlier: readonly KnownMessage[]): Seen {
  let messages = [...earlier];
  const ends = new Map<string, boolean>();
  return {
    knownIn(prints) {
      const chain = chainOf(prints);
      for (let length = prints.length; length > 0; length--) {
        const isAnswered = ends.get(chain[length - 1] ?? "");
        if (isAnswered === undefined) continue;
        // The same single question again, after its answer: it was asked a second time, unless the program has added it.
        if (prints.length === 1 && isAnswered) return messages.at(-1)?.print === prints[0] ? 1 : 0;
        return Math.max(length, goesOn(messages, prints));
      }
      return goesOn(messages, prints) || stretch(messages, prints);
    },
    add(message) {
      messages.push(message);
      if (messages.length > 2 * MOST) messages = messages.slice(-MOST);
    },
    note(prints, isAnswered) {
      const chain = chainOf(prints);
      const [asked, end] = [chain.at(-2), chain.at(-1)];
      if (isAnswered && asked !== undefined) ends.set(asked, true);
      if (end === undefined) return;
      ends.delete(end);
      ends.set(end, false);
      for (const [oldest] of ends) {
        if (ends.size <= MOST) return;
        ends.delete(oldest);
      }
    },
  };
}

/** How far into the prompt the session's last messages reach: two of them in a row, or all the prompt has up to there. */
function goesOn(messages: readonly KnownMessage[], prints: readonly string[]): number {
  for (let length = prints.length; length > 0; length--) {
    const run = runBack(messages, prints, length);
    if (run > 1 || run === length) return length;
  }
  return 0;
}

/** An answer that was cut off may be missing in the prompt. */
function runBack(messages: readonly KnownMessage[], prints: readonly string[], length: number): number {
  let run = 0;
  for (let at = messages.length - 1; at >= 0 && run < length; at--) {
    const message = messages[at];
    if (message?.print === prints[length - 1 - run]) run++;
    else if (message?.isIncomplete !== true) break;
  }
  return run;
}

/** Where the program goes back to an earlier point, the prompt begins with messages that others follow in the session. */
function stretch(messages: readonly KnownMessage[], prints: readonly string[]): number {
  let longest = 0;
  for (let start = 0; start < messages.length; start++) {
    let run = 0;
    while (run < prints.length && messages[start + run]?.print === prints[run]) run++;
    longest = Math.max(longest, run);
  }
  return longest > 1 ? longest : 0;
}
