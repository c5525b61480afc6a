import { join } from "node:path";
import type { OpenPast, Past, PastRecord, PastRow } from "../../agent/past.js";
import { TidemarkError } from "../../error.js";
import { deadline, uptime } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { secureFolder } from "../../host/file/folder.js";
import { endTurn, holdTurn, takeTurn } from "../../host/turn.js";
import { appendPast, type PastEvent } from "../../journal/append-past.js";
import { drain } from "../../model/drain.js";
import { openStore } from "../../model/store/open.js";
import type { Store } from "../../model/store/store.js";
import type { Redact } from "../../redact/redactor.js";
import { FirstLive } from "./first-live.js";
import { ImportNote } from "./import-note.js";
import { type AgentTally, ImportTally } from "./import-tally.js";
import { countLearned, type Learned, learnedSince } from "./learned.js";
import { type HashedRow, PastClock, rowHash } from "./past-event.js";
import { type PastPlace, PastPlaces } from "./past-place.js";
import { ToldRows } from "./told-rows.js";

export interface PastRequest {
  readonly home: string;
  readonly redact: Redact;
  readonly env: Env;
  readonly pasts: readonly Past[];
  readonly open: OpenPast;
  /** Only records at or below this path. */
  readonly path?: string;
  /** Only records that something was added to since. */
  readonly since?: number;
  /** Only what happened in this project. */
  readonly project?: string;
  readonly now: number;
  readonly isDry: boolean;
  /** It is only written down; the folding is left to the next who wants to know. */
  readonly leavesFolding?: boolean;
  /** Bytes of all that there are to read. */
  readonly onRead?: (done: number, all: number) => void;
  readonly onFold?: (events: number) => void;
}

export interface ImportedPast {
  /** Those that have records. */
  readonly agents: readonly AgentTally[];
  readonly sessions: readonly string[];
  /** What is known now and was not before; undefined where nothing was folded. */
  readonly learned?: Learned;
  /** Not all that was written down is folded yet: that took longer than to read it. */
  readonly isBehind?: true;
}

const PORTION = 1_000;
const KEEP_EVERY = 2_000;
const LEAST_FOLDING = 1_500;
const STARTED: PastRow["signals"] = [{ is: "session-started", source: "startup" }];
const ALONE = { tries: 3, pause: 200, stale: 10 * 60_000 } as const;

/** Takes over what agents themselves have kept of their sessions. Stopped anywhere, it goes on there the next time. */
export function importPast(request: PastRequest): ImportedPast {
  const { home, isDry } = request;
  const folder = join(home, "import");
  if (isDry) return run(request, folder, () => {});
  secureFolder(home);
  secureFolder(folder);
  const lock = join(folder, "lock");
  if (!takeTurn(lock, ALONE)) throw busy();
  try {
    return run(request, folder, () => holdTurn(lock));
  } finally {
    endTurn(lock);
  }
}

function run(request: PastRequest, folder: string, renew: () => void): ImportedPast {
  const { home, isDry } = request;
  const store = openStore(home);
  try {
    drain(home, store);
    const began = uptime();
    const told = new ToldRows(join(folder, "told"));
    const importing = {
      request,
      folder,
      told,
      live: new FirstLive(store),
      renew,
      places: new PastPlaces(request),
    };
    const tallies = request.pasts.map((past) => new AgentImport(importing, past).run());
    const found = tallies.filter(({ counted }) => counted.found > 0);
    return {
      agents: found.map(({ counted }) => counted),
      sessions: [...new Set(found.flatMap(({ tally }) => [...tally.sessions]))],
      ...(isDry || request.leavesFolding
        ? {}
        : foldPast(
            request,
            store,
            tallies.map(({ tally }) => tally),
            Math.max(LEAST_FOLDING, uptime() - began),
          )),
    };
  } finally {
    store.close();
  }
}

/**
 * What was written is folded at once, for only then is it known what was learned; but no longer than it took to read:
 * of very much, the rest is left to the next who wants to know.
 */
function foldPast(
  { home, onFold }: PastRequest,
  store: Store,
  tallies: readonly ImportTally[],
  most: number,
): Pick<ImportedPast, "learned" | "isBehind"> {
  const projects = new Map(tallies.flatMap((tally) => [...tally.projects]));
  const before = countLearned(store, projects.keys());
  const options = { expired: deadline(most), onProgress: onFold };
  const { done } = projects.size > 0 ? drain(home, store, options) : { done: true };
  return { learned: learnedSince(store, projects, before), ...(done ? {} : { isBehind: true }) };
}

interface Importing {
  readonly request: PastRequest;
  readonly folder: string;
  readonly told: ToldRows;
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
  #isTime = deadline(KEEP_EVERY);
  /** Folders of sessions, for rows that name none. */
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
      // What was copied comes before the copy.
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
    if (this.#tally.records > 0 && !this.importing.request.isDry) this.#note.keep();
    return { tally: this.#tally, counted: this.#tally.counted(this.past.name, this.past.title) };
  }

  #read(record: PastRecord, from: number, onRow: (row: PastRow) => void): void {
    this.#tally.records += 1;
    this.#clock.begin();
    let reached = from;
    let isWhole = true;
    let [told, bad] = [0, 0];
    const onBad = () => {
      bad += 1;
    };
    for (const row of this.past.read(record, from, this.importing.request.open, onBad)) {
      told += 1;
      isWhole = this.#hear(row) && isWhole;
      reached = row.from;
      onRow(row);
      if (this.#waiting.length < PORTION) continue;
      this.#write();
      if (isWhole) this.#note.reach(record, reached, true);
      this.#keepNow();
    }
    const flaw = told + from === 0 ? this.past.flaw(record) : undefined;
    const reason = flaw ?? (bad === 0 ? undefined : bad === 1 ? "1 broken row" : `${bad} broken rows`);
    if (reason !== undefined)
      this.#tally.unread.push({ path: record.path, reason, isPart: flaw === undefined });
    // It is looked at again the next time, and named again.
    if (flaw !== undefined) return;
    // What was left out is still to be told when somebody asks for it.
    if (isWhole) this.#note.reach(record, reached);
  }

  /** False where the row is of another project than was asked for. */
  #hear(row: PastRow): boolean {
    const { told, live, places, request } = this.importing;
    const session = this.#clock.sessionName(row.session);
    const cwd = row.cwd ?? this.#folders.get(session);
    const place = places.of(cwd);
    if (place === undefined || cwd === undefined) return true;
    this.#folders.set(session, cwd);
    if (request.project !== undefined && place.project !== request.project) return false;
    const hash = rowHash(this.past.name, row.row);
    if (!told.add(hash)) return true;
    if (live.isKnown(session, row.at)) this.#tally.live += 1;
    else this.#tell({ ...row, cwd, hash }, session, place);
    return true;
  }

  #tell(row: HashedRow, session: string, place: PastPlace): void {
    const { told, places } = this.importing;
    if (!this.#begun.has(session)) {
      this.#begun.add(session);
      const hash = rowHash(this.past.name, `start ${session}`);
      if (told.add(hash)) this.#add({ ...row, hash, signals: STARTED }, place);
    }
    this.#add(row, place);
    if (row.cwd !== undefined) places.tell(row.cwd);
  }

  #add(row: HashedRow, place: PastPlace): void {
    for (const event of this.#clock.events(row, place)) {
      this.#tally.count(event, place.name);
      this.#waiting.push(event);
    }
  }

  /** The journal first: what it has counts once, what is only known as told would be lost. */
  #write(): void {
    const { request, told } = this.importing;
    if (!request.isDry) {
      appendPast(request.home, this.#waiting, request.now);
      told.keep();
    }
    this.#waiting = [];
  }

  #keepNow(): void {
    if (this.importing.request.isDry || !this.#isTime()) return;
    this.#isTime = deadline(KEEP_EVERY);
    this.#note.keep();
    this.importing.renew();
  }
}

function busy(): TidemarkError {
  return new TidemarkError("store-busy", "Another import is at work.", {
    hint: "Wait until it has ended; nothing was changed.",
  });
}
