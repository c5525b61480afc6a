import { type Footprint, fade, HALF_LIFE, type Touch } from "../../model/fold/footprint/footprint.js";

/** Whether a session begins, begins with its first prompt, or goes on after a compaction, a crash or a resume. */
export type Moment = "start" | "prompt" | "going";

export interface Walk {
  readonly session: string;
  readonly footprint: Footprint;
}

/** The session and branch of the question. */
export interface Standing {
  readonly moment: Moment;
  readonly session: string;
  readonly branch?: string;
}

/** A file, command or name as the latest sessions of the project left it. */
export interface Item {
  readonly key: string;
  n: number;
  /** Decayed to now. */
  heat: number;
  editHeat: number;
  asked: number;
  /** How many sessions touched it: of all, of the last three, of the last ten. */
  sessions: number;
  last3: number;
  last10: number;
  /** Sessions since it was touched; the latest is 0. */
  age: number;
  /** How regularly sessions begin with it. */
  startHeat: number;
  inBase: boolean;
  ownN: number;
  /** Touches on the current branch. */
  branchN: number;
  /** Touched in the last turn of the base session. */
  inLastTurn: boolean;
  /** Calls since its last touch. */
  since: number;
  editedSinceCommit: boolean;
  touchedSinceCommit: boolean;
  hasFailed: boolean;
  /** How often it was named to a session that then used it, or did not; decays with each session. */
  saidUsed: number;
  saidUnused: number;
}

export interface History {
  /** The keys that the asking session has touched itself. */
  readonly own: ReadonlySet<string>;
  readonly files: readonly Item[];
  readonly commands: readonly Item[];
  readonly names: readonly Item[];
  readonly sessions: number;
  readonly calls: number;
  /** The branch is not the trunk, and has a past. */
  readonly isKnownBranch: boolean;
  /** The base session worked on another branch than the current one. */
  readonly hasMoved: boolean;
  /** The branch is not the trunk, and nobody has worked on it yet. */
  readonly isNewBranch: boolean;
  /** The base session was on a branch of its own, and the question comes from the trunk. */
  readonly isBack: boolean;
  /** How much of the earlier work the sessions of this project resume at their start. */
  readonly taken: {
    readonly files: number;
    readonly commands: number;
    readonly names: number;
    readonly sessions: number;
  };
}

/** The first calls of a session, which show its purpose. */
const START_CALLS = 30;
const START_HALF_LIFE = 8;
const SAID_HALF_LIFE = 8;
/** In a session of fewer calls, an untouched item proves nothing. */
const SHORT = 5;
const SAID_AS = { files: "file:", commands: "run:", names: "name:" } as const;
const TRUNKS = new Set(["main", "master", "trunk", "develop", "HEAD"]);

/** Joins the touches of the latest sessions, newest first, into one view for the asking session. */
export function gather(walks: readonly Walk[], standing: Standing): History {
  const { moment, session } = standing;
  const isGoing = moment === "going";
  const past = walks.filter((walk) => isGoing || walk.session !== session);
  const base = isGoing ? (past.find((walk) => walk.session === session) ?? past[0]) : past[0];
  const branch = standing.branch !== undefined && !TRUNKS.has(standing.branch) ? standing.branch : undefined;
  const isKnownBranch = branch !== undefined && past.some((walk) => walk.footprint.branches.includes(branch));
  let ago = 0;
  const offsets = past.map(({ footprint }) => {
    const offset = ago;
    ago += footprint.calls;
    return offset;
  });
  const commitAgo = sinceCommit(past, offsets);
  const collect = (list: "files" | "commands" | "names"): Item[] => {
    const items = new Map<string, Item>();
    past.forEach((walk, index) => {
      const { footprint } = walk;
      const place = {
        index,
        offset: offsets[index] ?? 0,
        footprint,
        on: branch === undefined ? -1 : footprint.branches.indexOf(branch),
        isBase: walk === base,
        isOwn: walk.session === session,
        commitAgo,
        start: 0.5 ** (index / START_HALF_LIFE) * (1 - 0.5 ** (1 / START_HALF_LIFE)),
      };
      for (const touch of footprint[list]) add(items, touch, place);
    });
    addSaid(items, past, SAID_AS[list]);
    return [...items.values()];
  };
  const last = base?.footprint.branches.at(-1);
  const asking = walks.find((walk) => walk.session === session)?.footprint;
  return {
    own: new Set(
      [...(asking?.files ?? []), ...(asking?.commands ?? []), ...(asking?.names ?? [])].map(([key]) => key),
    ),
    files: collect("files"),
    commands: collect("commands"),
    names: collect("names"),
    sessions: past.length,
    calls: ago,
    isKnownBranch,
    isNewBranch: branch !== undefined && !isKnownBranch && past.length > 0,
    isBack: branch === undefined && last !== undefined && !TRUNKS.has(last),
    hasMoved: isKnownBranch && last !== undefined && last !== branch,
    taken: takenUp(past),
  };
}

/** An item that no loaded session has touched: far back, and cold. */
export function untouched(key: string): Item {
  return {
    key,
    n: 0,
    heat: 0,
    editHeat: 0,
    asked: 0,
    sessions: 0,
    last3: 0,
    last10: 0,
    age: 99,
    startHeat: 0,
    inBase: false,
    ownN: 0,
    branchN: 0,
    inLastTurn: false,
    since: 1_000,
    editedSinceCommit: false,
    touchedSinceCommit: false,
    hasFailed: false,
    saidUsed: 0,
    saidUnused: 0,
  };
}

interface Place {
  readonly index: number;
  readonly offset: number;
  readonly footprint: Footprint;
  readonly on: number;
  readonly isBase: boolean;
  readonly isOwn: boolean;
  readonly commitAgo: number;
  /** The weight of an item that the session began with. */
  readonly start: number;
}

/** The index of the first branch in a touch. */
const BRANCHES = 10;

// Reading by index is several times as fast as destructuring for thousands of touches in a cold process.
function add(items: Map<string, Item>, touch: Touch, place: Place): void {
  const { index, offset, footprint, on, commitAgo } = place;
  const key = touch[0];
  const n = touch[1];
  const lastEdit = touch[8];
  const since = offset + footprint.calls - touch[3];
  let item = items.get(key);
  if (item === undefined) {
    item = untouched(key);
    item.age = index;
    item.since = since;
    item.touchedSinceCommit = since < commitAgo;
    item.hasFailed = touch[9] === 1;
    items.set(key, item);
  }
  item.n += n;
  item.heat += fade(touch[5], since, HALF_LIFE.heat);
  // Most items were neither edited nor asked for.
  if (touch[6] !== 0) item.editHeat += fade(touch[6], since, HALF_LIFE.heat);
  if (touch[7] !== 0) item.asked += fade(touch[7], since, HALF_LIFE.asked);
  item.sessions++;
  if (index < 3) item.last3++;
  if (index < 10) item.last10++;
  if (touch[2] <= START_CALLS) item.startHeat += place.start;
  if (place.isBase) {
    item.inBase = true;
    item.inLastTurn = touch[4] === footprint.turn;
  }
  if (place.isOwn) item.ownN += n;
  if (on !== -1) item.branchN += Number(touch[BRANCHES + on] ?? 0);
  if (lastEdit !== -1 && offset + footprint.calls - lastEdit < commitAgo) item.editedSinceCommit = true;
}

function addSaid(items: ReadonlyMap<string, Item>, past: readonly Walk[], prefix: string): void {
  past.forEach(({ footprint }, index) => {
    const weight = 0.5 ** (index / SAID_HALF_LIFE);
    for (const { items: ids, used } of footprint.said) {
      ids.forEach((id, at) => {
        const item = id.startsWith(prefix) ? items.get(id.slice(prefix.length)) : undefined;
        if (item === undefined) return;
        if (used.includes(at)) item.saidUsed += weight;
        else if (footprint.calls >= SHORT) item.saidUnused += weight;
      });
    }
  });
}

function sinceCommit(past: readonly Walk[], offsets: readonly number[]): number {
  for (const [index, { footprint }] of past.entries()) {
    if (footprint.commit !== -1) return (offsets[index] ?? 0) + footprint.calls - footprint.commit;
  }
  return Number.POSITIVE_INFINITY;
}

/** Counts, for each session, how many items known from earlier ones it touched in its first calls. */
function takenUp(past: readonly Walk[]): History["taken"] {
  const taken = { files: 0, commands: 0, names: 0, sessions: 0 };
  const lists = ["files", "commands", "names"] as const;
  const known = { files: new Set<string>(), commands: new Set<string>(), names: new Set<string>() };
  for (const { footprint } of [...past].reverse()) {
    const isShort = footprint.calls < SHORT;
    if (!isShort && known.files.size > 0) taken.sessions++;
    for (const list of lists) {
      const met = known[list];
      // Each list holds a key once, so an item noted here does not come up again in this session.
      for (const touch of footprint[list]) {
        const size = met.size;
        if (met.add(touch[0]).size === size && !isShort && touch[2] <= START_CALLS) taken[list]++;
      }
    }
  }
  return taken;
}
