import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boundsWith } from "../../src/capture/bound.js";
import { capture } from "../../src/capture/capture.js";
import { secureFolder } from "../../src/host/file/folder.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import { drain } from "../../src/model/drain.js";
import { openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { redactor } from "../../src/redact/redact.js";

export const PROJECT = "conversation";

/** One message of a conversation between two people. */
export interface Message {
  readonly id: string;
  readonly session: string;
  /** As in "1:56 pm on 8 May, 2023". */
  readonly at: string;
  readonly speaker: string;
  readonly text: string;
}

const BOUNDS = boundsWith(redactor([]));

/**
 * A memory that a conversation is told into: each message is something a person submitted, recorded by the device of its
 * speaker, in the journal of a team.
 */
export class Conversation {
  readonly home = mkdtempSync(join(tmpdir(), "tidemark-conversation-"));
  readonly #ids = new Set<string>();
  /** What is not yet in the journal, by its file. */
  readonly #lines = new Map<string, string>();
  #last = 0;
  #store: Store | undefined;

  constructor(messages: readonly Message[] = []) {
    for (const message of messages) this.tell(message);
  }

  tell(message: Message): void {
    const at = Math.max(readTime(message.at), this.#last + 1);
    this.#last = at;
    this.#ids.add(message.id);
    for (const { type, data } of capture({ is: "prompt", text: message.text }, (path) => path, BOUNDS)) {
      const { id, speaker: author, session } = message;
      const line = writeLine({
        ...{ id, type, v: 1, at, clock: at, author, project: PROJECT, session },
        ...{ agent: "claude", data },
      });
      this.#lines.set(dayFile(at), `${this.#lines.get(dayFile(at)) ?? ""}\n${line}\n`);
    }
  }

  /** The time of the last message. */
  get now(): number {
    return this.#last;
  }

  /** Whether something was told since the store was last asked for. */
  get isBehind(): boolean {
    return this.#lines.size > 0;
  }

  /** The read model, drained to the journal's end. */
  store(): Store {
    this.#store ??= openStore(this.home);
    if (!this.isBehind) return this.#store;
    secureFolder(journalFolder(this.home));
    for (const [file, text] of this.#lines)
      appendFileSync(join(journalFolder(this.home), file), text, { mode: 0o600 });
    this.#lines.clear();
    drain(this.home, this.#store);
    return this.#store;
  }

  /** The message a memory was made of, undefined for one that is made of many. */
  messageOf({ id }: { readonly id: string }): string | undefined {
    const message = id.slice(0, id.lastIndexOf("."));
    return this.#ids.has(message) ? message : undefined;
  }

  close(): void {
    this.#store?.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

function readTime(text: string): number {
  const [, hour = "0", minute = "0", half, day, month, year] =
    /(\d+):(\d+) (am|pm) on (\d+) (\w+),? (\d+)/.exec(text) ?? [];
  const time = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
  if (Number.isNaN(time)) return 0;
  return time + (((Number(hour) % 12) + (half === "pm" ? 12 : 0)) * 60 + Number(minute)) * 60_000;
}
