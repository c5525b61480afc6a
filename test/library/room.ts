import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Message, type NewMessage, openTidemark, type Session, type Tidemark } from "../../src/index.js";

/** A project and a data folder of their own. */
export class Room implements Disposable {
  readonly #root = mkdtempSync(join(tmpdir(), "tidemark-library-"));
  readonly project = join(this.#root, "project");
  readonly home = join(this.#root, "data");

  constructor() {
    mkdirSync(this.project);
  }

  open(): Tidemark {
    return openTidemark({ project: this.project, home: this.home });
  }

  with<T>(act: (session: Session) => T): T {
    using tidemark = this.open();
    return act(tidemark.sessions.create());
  }

  /** Messages as another process would read them: added, closed, opened again. */
  kept(messages: readonly NewMessage[]): NewMessage[] {
    const id = this.with((session) => {
      for (const message of messages) session.add(message);
      return session.id;
    });
    if (messages.length === 0) return [];
    using tidemark = this.open();
    return [...tidemark.sessions.open(id).history()].map(bare);
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function bare({ id: _id, at: _at, clock: _clock, ...message }: Message): NewMessage {
  return message;
}
