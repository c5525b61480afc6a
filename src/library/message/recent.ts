import type { Message } from "./message.js";

/**
 * What this process has added of late, as it was before redaction: a running agent goes on with its own words. It is
 * bounded, and never written down.
 */
export interface Recent {
  /** `redacted` is what was written of it, where that is another. */
  add(session: string, message: Message, length: number, redacted?: string): void;
  /** The message as it was before redaction, if what stands on the disk is still what was written: what is forgotten stays so. */
  original(id: string, json: () => string): Message | undefined;
  /** Those of a session, oldest first. */
  of(session: string): readonly Message[];
}

const MOST = 100;
const MOST_CHARACTERS = 4 << 20;

interface Added {
  readonly session: string;
  readonly message: Message;
  readonly length: number;
  readonly redacted: string | undefined;
}

export function keepRecent(): Recent {
  const added = new Map<string, Added>();
  let characters = 0;
  return {
    add(session, message, length, redacted) {
      added.set(message.id, { session, message, length, redacted });
      characters += length;
      if (added.size <= MOST && characters <= MOST_CHARACTERS) return;
      for (const [id, oldest] of added) {
        if (added.size <= 1 || (added.size <= MOST && characters <= MOST_CHARACTERS)) return;
        added.delete(id);
        characters -= oldest.length;
      }
    },
    original(id, json) {
      const known = added.get(id);
      return known?.redacted !== undefined && known.redacted === json() ? known.message : undefined;
    },
    of: (session) => [...added.values()].flatMap((one) => (one.session === session ? [one.message] : [])),
  };
}
