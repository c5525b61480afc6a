import { existsSync } from "node:fs";
import { join } from "node:path";
import { TidemarkError } from "../../error.js";
import { deadline, sleep } from "../../host/clock.js";
import { secureFolder } from "../../host/file/folder.js";
import { replacePrivate } from "../../host/file/private-file.js";
import { unwritable } from "../../host/file/writable.js";
import { isAlive } from "../../host/process/process.js";
import { endTurn, holdTurn, takeTurn, turnHolder } from "../../host/turn.js";

const PATIENCE = { tries: 150, pause: 200, stale: 10 * 60_000 } as const;
const PAUSE = 50;
const EMBEDDING = "embed.lock";

/**
 * Does something that no other process may come between: no housekeeping, no making of vectors, no other such work.
 * Hooks go on. `renew` is to be called every few minutes by what takes long.
 */
export function alone<T>(home: string, work: (renew: () => void) => T): T {
  secureFolder(home);
  const locks = ["forget.lock", "tend.lock"].map((name) => join(home, name));
  const held: string[] = [];
  try {
    for (const lock of locks) {
      if (!takeTurn(lock, PATIENCE)) throw existsSync(lock) ? busy() : unwritable(home); // Nobody holds it, and yet it cannot be taken.
      held.push(lock);
    }
    takeOver(join(home, EMBEDDING));
    held.push(join(home, EMBEDDING));
    return work(() => {
      for (const lock of held) holdTurn(lock);
    });
  } finally {
    for (const lock of held) endTurn(lock);
  }
}

/** Whoever makes vectors ends after the batch it is at, once the lock is another's. */
function takeOver(lock: string): void {
  const holder = turnHolder(lock);
  if (holder === undefined || isAlive(holder) === false) {
    if (!takeTurn(lock, PATIENCE)) throw busy();
    return;
  }
  replacePrivate(lock, String(process.pid));
  const isLate = deadline(PATIENCE.tries * PATIENCE.pause);
  while (isAlive(holder) === true) {
    if (isLate()) {
      endTurn(lock);
      throw busy();
    }
    sleep(PAUSE);
  }
}

function busy(): TidemarkError {
  return new TidemarkError("store-busy", "Another process is tending the memory.", {
    hint: "Try again in a moment; nothing was changed.",
  });
}
