import type { PastRow } from "../../agent/past.js";
import { type Bounds, boundsWith } from "../../capture/bound.js";
import { capture } from "../../capture/capture.js";
import { hash64, projectPath } from "../../capture/place/path.js";
import type { PastEvent } from "../../journal/append-past.js";
import type { Redact } from "../../redact/redactor.js";
import type { PastPlace } from "./past-place.js";

// A capital stands in no id that a device made by itself: so it is seen at once from where an event came.
const LETTER = "T";
const TIME = 9;

/** Whether an event was written down long after it happened: made of a record, or of another tool's file. */
export function isOfPast(id: string): boolean {
  const letter = id[TIME] ?? "";
  return letter >= "A" && letter <= "Z";
}

/** What tells a row from all others: of it the ids of its events are made. */
export function rowHash(agent: string, row: string): string {
  return hash64(`${agent} ${row}`);
}

/** A row that is to be written down, with the hash of its key. */
export interface HashedRow extends PastRow {
  readonly hash: string;
}

/** Gives the events of one agent's past their places in time, session by session. */
export class PastClock {
  readonly #last = new Map<string, number>();
  /** Names repeat from row to row, and to look for secrets in them takes time. */
  readonly #names = new Map<string, string>();

  readonly #bounds: Bounds;

  constructor(
    private readonly agent: string,
    private readonly now: number,
    redact: Redact,
  ) {
    this.#bounds = boundsWith(redact);
  }

  /** Another record begins: it may tell of the same sessions, and of the same time. */
  begin(): void {
    this.#last.clear();
    this.#names.clear();
  }

  /** The name of a session as its events carry it. */
  sessionName(session: string): string {
    return this.#named(session) || "unknown";
  }

  /** What a row tells, redacted and cut like what a hook hears. The same row always gives the same ids. */
  events(row: HashedRow, place: PastPlace): PastEvent[] {
    const cwd = row.cwd ?? place.root;
    const drafts = row.signals.flatMap((signal) =>
      capture(signal, (path) => projectPath(path, cwd, place.root), this.#bounds),
    );
    const session = this.sessionName(row.session);
    // A clock that was ahead must not put what was imported after all that is still to come.
    const at = Math.min(row.at, this.now);
    const branch = row.branch === undefined ? "" : this.#named(row.branch);
    return drafts.map((draft, nth) => ({
      id: idOf(row, nth),
      draft,
      at,
      clock: this.#tick(session, at),
      project: place.project,
      session,
      agent: this.agent,
      ...(branch === "" ? {} : { branch }),
      dir: place.dir,
    }));
  }

  #named(name: string): string {
    let known = this.#names.get(name);
    if (known === undefined) {
      known = this.#bounds.boundName(name);
      this.#names.set(name, known);
    }
    return known;
  }

  #tick(session: string, at: number): number {
    const clock = Math.max(at, (this.#last.get(session) ?? 0) + 1);
    this.#last.set(session, clock);
    return clock;
  }
}

function idOf({ at, hash }: HashedRow, nth: number): string {
  const time = Math.max(0, Math.floor(at)).toString(36).padStart(TIME, "0").slice(-TIME);
  return `${time}${LETTER}${hash.slice(0, 12)}${nth.toString(36).padStart(2, "0").slice(-2)}`;
}
