import type { PastRow } from "../../agent/past.js";
import { type Bounds, boundsWith } from "../../capture/bound.js";
import { capture } from "../../capture/capture.js";
import { hash64, projectPath } from "../../capture/place/path.js";
import type { PastEvent } from "../../journal/append-past.js";
import type { Store } from "../../model/store/store.js";
import type { Redact } from "../../redact/redactor.js";
import type { PastPlace } from "./past-place.js";

// Ids of recorded events have no capital letter, so this one marks imported events.
const IMPORT_MARK = "T";
const TIME_DIGITS = 9;

/** Whether an event was imported, from a record or from another tool's file. */
function isOfPast(id: string): boolean {
  return /[A-Z]/.test(id[TIME_DIGITS] ?? "");
}

/** Identifies a row; the ids of its events are made from it. */
export function rowHash(agent: string, row: string): string {
  return hash64(`${agent} ${row}`);
}

export interface HashedRow extends PastRow {
  readonly hash: string;
}

/** Makes the events of one agent's past, with increasing clocks within a session. */
export class PastClock {
  readonly #last = new Map<string, number>();
  /** A cache, because redacting names takes time and they repeat from row to row. */
  readonly #names = new Map<string, string>();
  readonly #bounds: Bounds;

  constructor(
    private readonly agent: string,
    private readonly now: number,
    redact: Redact,
  ) {
    this.#bounds = boundsWith(redact);
  }

  /** Starts another record, which may hold the same sessions and times again. */
  begin(): void {
    this.#last.clear();
    this.#names.clear();
  }

  sessionName(session: string): string {
    return this.#named(session) || "unknown";
  }

  /** The events of a row, redacted and bounded like those of a hook. The same row always has the same ids. */
  events(row: HashedRow, place: PastPlace): PastEvent[] {
    const cwd = row.cwd ?? place.root;
    const drafts = row.signals.flatMap((signal) =>
      capture(signal, (path) => projectPath(path, cwd, place.root), this.#bounds),
    );
    const session = this.sessionName(row.session);
    // An agent's clock may have been ahead; imported events must not come after future ones.
    const at = Math.min(row.at, this.now);
    const branch = row.branch === undefined ? undefined : this.#named(row.branch) || undefined;
    return drafts.map((draft, nth) => ({
      id: idOf(row, nth),
      draft,
      at,
      clock: this.#tick(session, at),
      project: place.project,
      session,
      agent: this.agent,
      branch,
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

// Events of hooks; others may be recorded about a session at any time.
const HOOK_EVENTS = /^(?:session\.(?:started|ended)|(?:prompt|message|turn|plan|tool|compaction|subagent)\.)/;
/** An agent writes a prompt to its record shortly before it runs the hook. */
const HOOK_DELAY_MS = 1_000;

/** When hooks began to record each session: later rows of its record are known already. */
export class FirstLive {
  readonly #firsts = new Map<string, number>();

  constructor(private readonly store: Store) {}

  isKnown(session: string, at: number): boolean {
    let first = this.#firsts.get(session);
    if (first === undefined) {
      first = this.#find(session);
      this.#firsts.set(session, first);
    }
    return at >= first - HOOK_DELAY_MS;
  }

  #find(session: string): number {
    return this.store
      .findSessions(session)
      .filter((state) => state.session === session)
      .flatMap(({ project }) => this.store.events(project, session))
      .filter(({ id, type }) => HOOK_EVENTS.test(type) && !isOfPast(id))
      .reduce((least, { clock }) => Math.min(least, clock), Number.POSITIVE_INFINITY);
  }
}

function idOf({ at, hash }: HashedRow, nth: number): string {
  const time = Math.max(0, Math.floor(at)).toString(36).padStart(TIME_DIGITS, "0").slice(-TIME_DIGITS);
  return `${time}${IMPORT_MARK}${hash.slice(0, 12)}${nth.toString(36).padStart(2, "0").slice(-2)}`;
}
