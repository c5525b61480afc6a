import { join } from "node:path";
import type { OpenPast, Past, PastRecord, PastRow } from "../../agent/past.js";
import { TidemarkError } from "../../error.js";
import { deadline, uptime } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { secureFolder } from "../../host/file/folder.js";
import { releasePidLock, renewPidLock, takePidLock } from "../../host/file/lock.js";
import { appendPast, type PastEvent } from "../../journal/append-past.js";
import { drain } from "../../model/drain.js";
import { openStore } from "../../model/store/open.js";
import type { Store } from "../../model/store/store.js";
import type { Redact } from "../../redact/redactor.js";
import { ImportNote } from "./import-note.js";
import { type AgentTally, countLearned, ImportTally, type Learned, learnedSince } from "./import-tally.js";
import { ImportedRows } from "./imported-rows.js";
import { FirstLive, type HashedRow, PastClock, rowHash } from "./past-event.js";
import { type PastPlace, PastPlaces } from "./past-place.js";

export interface PastRequest {
  readonly home: string;
  readonly redact: Redact;
  readonly env: Env;
  readonly pasts: readonly Past[];
  readonly open: OpenPast;
  /** Only records at or below this path. */
  readonly path?: string;
  /** Only records that changed since. */
  readonly since?: number;
  readonly project?: string;
  readonly now: number;
  readonly isDry: boolean;
  /** Only writes to the journal; the next reader folds. */
  readonly leavesFolding?: boolean;
  /** In bytes. */
  readonly onRead?: (done: number, all: number) => void;
  readonly onFold?: (events: number) => void;
}

export interface ImportedPast {
  readonly agents: readonly AgentTally[];
  readonly sessions: readonly string[];
  /** Undefined if nothing was folded. */
  readonly learned?: Learned;
  /** Folding is not finished, because it would take longer than reading did. */
  readonly isBehind?: true;
}

const BATCH_EVENTS = 1_000;
const SAVE_INTERVAL_MS = 2_000;
const MIN_FOLDING_MS = 1_500;
const STARTED: PastRow["signals"] = [{ is: "session-started", source: "startup" }];
const LOCK_OPTIONS = { tries: 3, pause: 200, stale: 10 * 60_000 } as const;

/** Imports the records that agents keep of their sessions. If it is stopped, the next import continues there. */
export function importPast(request: PastRequest): ImportedPast {
  const { home, isDry } = request;
  const folder = join(home, "import");
  if (isDry) return run(request, folder, () => {});
  secureFolder(home);
  secureFolder(folder);
  const lock = join(folder, "lock");
  if (!takePidLock(lock, LOCK_OPTIONS))
    throw new TidemarkError("store-busy", "Another import is at work.", {
      hint: "Wait until it has ended; nothing was changed.",
    });
  try {
    return run(request, folder, () => renewPidLock(lock));
  } finally {
    releasePidLock(lock);
  }
}

function run(request: PastRequest, folder: string, renew: () => void): ImportedPast {
  const { home, isDry } = request;
  const store = openStore(home);
  try {
    drain(home, store);
    const began = uptime();
    const importing = {
      request,
      folder,
      rows: new ImportedRows(join(folder, "told")),
      live: new FirstLive(store),
      renew,
      places: new PastPlaces(request),
    };
    const tallies = request.pasts.map((past) => new AgentImport(importing, past).run());
    const found = tallies.filter(({ counted }) => counted.found > 0);
    return {
      agents: found.map(({ counted }) => counted),
      sessions: [...new Set(found.flatMap(({ tally }) => [...tally.sessions]))],
      ...(!isDry && !request.leavesFolding && foldPast(request, store, tallies, uptime() - began)),
    };
  } finally {
    store.close();
  }
}

/** Folds to see what was learned, but takes no longer than reading took; the next reader folds the rest. */
function foldPast(
  { home, onFold }: PastRequest,
  store: Store,
  tallies: readonly { readonly tally: ImportTally }[],
  readingMs: number,
): Pick<ImportedPast, "learned" | "isBehind"> {
  const projects = new Map(tallies.flatMap(({ tally }) => [...tally.projects]));
  const before = countLearned(store, projects.keys());
  const options = { expired: deadline(Math.max(MIN_FOLDING_MS, readingMs)), onProgress: onFold };
  const { done } = projects.size > 0 ? drain(home, store, options) : { done: true };
  return { learned: learnedSince(store, projects, before), isBehind: done ? undefined : true };
}

interface Importing {
  readonly request: PastRequest;
  readonly folder: string;
  readonly rows: ImportedRows;
  readonly live: FirstLive;
  readonly places: PastPlaces;
  readonly renew: () => void;
}

/** The import of one agent's records. */
class AgentImport {
  readonly #tally = new ImportTally();
  readonly #note: ImportNote;
  readonly #clock: PastClock;
  #waiting: PastEvent[] = [];
  readonly #begun = new Set<string>();
  #isTimeToSave = deadline(SAVE_INTERVAL_MS);
  /** Folders of sessions, for rows without one. */
  readonly #folders = new Map<string, string>();

  constructor(
    private readonly importing: Importing,
    private readonly past: Past,
  ) {
    this.#note = new ImportNote(join(importing.folder, `${past.name}.json`));
    this.#clock = new PastClock(past.name, importing.request.now, importing.request.redact);
  }

  run(): { readonly tally: ImportTally; readonly counted: AgentTally } {
    const { env, open, path, since = 0, onRead } = this.importing.request;
    const records = this.past
      .find(env, open, path)
      .filter(({ modifiedAt }) => modifiedAt >= since)
      // Originals come before their copies.
      .sort((a, b) => a.bornAt - b.bornAt || (a.path < b.path ? -1 : 1));
    const all = records.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    this.#tally.found = records.length;
    for (const record of records) {
      const from = this.#note.from(record);
      if (from !== undefined) this.#read(record, from, (row) => onRead?.(done + row.from, all));
      done += record.bytes;
      onRead?.(done, all);
    }
    this.#write();
    if (this.#tally.records > 0 && !this.importing.request.isDry) this.#note.save();
    return { tally: this.#tally, counted: this.#tally.counted(this.past.name, this.past.title) };
  }

  #read(record: PastRecord, from: number, onRow: (row: PastRow) => void): void {
    this.#tally.records += 1;
    this.#clock.begin();
    let reached = from;
    let isWhole = true;
    let [rows, bad] = [0, 0];
    const onBad = () => {
      bad += 1;
    };
    for (const row of this.past.read(record, from, this.importing.request.open, onBad)) {
      rows += 1;
      isWhole = this.#importRow(row) && isWhole;
      reached = row.from;
      onRow(row);
      if (this.#waiting.length < BATCH_EVENTS) continue;
      this.#write();
      if (isWhole) this.#note.reach(record, reached, true);
      this.#saveIfDue();
    }
    const flaw = rows + from === 0 ? this.past.flaw(record) : undefined;
    const reason = flaw ?? (bad === 0 ? undefined : bad === 1 ? "1 broken row" : `${bad} broken rows`);
    if (reason !== undefined)
      this.#tally.unread.push({ path: record.path, reason, isPart: flaw === undefined });
    // Read a flawed record again the next time, and also one with rows of other projects.
    if (flaw === undefined && isWhole) this.#note.reach(record, reached);
  }

  /** Returns false if the row belongs to another project than the requested one. */
  #importRow(row: PastRow): boolean {
    const { rows, live, places, request } = this.importing;
    const session = this.#clock.sessionName(row.session);
    const cwd = row.cwd ?? this.#folders.get(session);
    const place = places.of(cwd);
    if (place === undefined || cwd === undefined) return true;
    this.#folders.set(session, cwd);
    if (request.project !== undefined && place.project !== request.project) return false;
    const hash = rowHash(this.past.name, row.row);
    if (!rows.add(hash)) return true;
    if (live.isKnown(session, row.at)) {
      this.#tally.live += 1;
      return true;
    }
    const located = { ...row, cwd, hash };
    if (!this.#begun.has(session)) {
      this.#begun.add(session);
      const start = rowHash(this.past.name, `start ${session}`);
      if (rows.add(start)) this.#add({ ...located, hash: start, signals: STARTED }, place);
    }
    this.#add(located, place);
    places.record(cwd);
    return true;
  }

  #add(row: HashedRow, place: PastPlace): void {
    for (const event of this.#clock.events(row, place)) {
      this.#tally.count(event, place.name);
      this.#waiting.push(event);
    }
  }

  /** Writes the journal first: rows that are marked as imported but not written would be lost. */
  #write(): void {
    const { request, rows } = this.importing;
    if (!request.isDry) {
      appendPast(request.home, this.#waiting, request.now);
      rows.save();
    }
    this.#waiting = [];
  }

  #saveIfDue(): void {
    if (this.importing.request.isDry || !this.#isTimeToSave()) return;
    this.#isTimeToSave = deadline(SAVE_INTERVAL_MS);
    this.#note.save();
    this.importing.renew();
  }
}
