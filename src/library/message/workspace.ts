import { statSync } from "node:fs";
import { boundsWith } from "../../capture/bound.js";
import { markPlaceRecorded } from "../../capture/place/identify-project.js";
import { projectSeen } from "../../capture/record.js";
import { TidemarkError } from "../../error.js";
import type { Envelope } from "../../event/envelope.js";
import type { Draft } from "../../event/registry.js";
import { now, uptime } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { readPlace } from "../../host/git/git.js";
import { append, appendTo, type EventContext } from "../../journal/append.js";
import { openJournal } from "../../journal/open-journal.js";
import { databasePath, explain, onStore } from "../../model/store/open.js";
import type { Store } from "../../model/store/store.js";
import { type Here, here } from "../../project/here.js";
import { drainIfPossible, type Opened } from "../../project/open.js";
import type { Message } from "./message.js";

/** The open project of a program: its place, the agent's name, the journal and the read model. */
export interface Workspace extends Omit<Here, "learned"> {
  readonly env: Env;
  /** Paths are relative to this folder. */
  readonly folder: string;
  readonly agent: string;
  /** Messages that this process has added lately. */
  readonly recent: Recent;
  /** Sessions in which this process has left a question or call unanswered. */
  readonly unanswered: Set<string>;
  /** The read model, up to the journal's end unless another process locks it. */
  store(): Store;
  /** The read model with all that the use cases of the command line need. */
  opened(): Opened;
  /** Whether the read model lags behind the journal. */
  isBehind(): boolean;
  /** Appends to the journal without using the database. */
  append(session: string, drafts: readonly Draft[]): Envelope[];
  /** Must be called before a declaration: throws if closed, and records a newly found project. */
  prepare(): void;
  /** Throws if closed. */
  requireOpen(): void;
  close(): void;
}

const BRANCH_CHECK_MS = 1_000;

export function openWorkspace(
  env: Env,
  folder: string,
  agent: string,
  { durable }: { readonly durable: boolean },
): Workspace {
  const seen = here(env, folder);
  const { home, redact, project } = seen;
  const bounds = boundsWith(redact);
  let { place, learned } = seen;
  const journal = openJournal(home);
  const model = openModel(home);
  const unanswered = new Set<string>();
  let isClosed = false;
  let lookedAt = now();
  const boundBranch = () => (place.branch === undefined ? {} : { branch: bounds.boundName(place.branch) });
  let branch = boundBranch();
  const requireOpen = () => {
    if (isClosed)
      throw new TidemarkError("bad-argument", "This memory has been closed.", {
        hint: "Open it again with openTidemark().",
      });
  };
  /** The branch may change during a long-lived process. */
  const updateBranch = (at: number) => {
    if (Math.abs(at - lookedAt) < BRANCH_CHECK_MS || place.gitDir === undefined) return;
    lookedAt = at;
    const found = readPlace(folder);
    if (found.gitDir !== place.gitDir || found.branch === place.branch) return;
    place = found;
    branch = boundBranch();
  };
  const sceneOf = (session: string, at: number): EventContext => ({ at, project, session, agent, ...branch });
  const recordLearned = (at: number) => {
    if (learned === undefined) return;
    append(home, [projectSeen(learned, bounds)], { ...sceneOf("", at), agent: "" });
    markPlaceRecorded(home, place);
    learned = undefined;
  };
  const store = () => {
    requireOpen();
    return model.store();
  };
  /** Ends open turns: closing in the middle of a request is not a crash. */
  const endTurns = () => {
    try {
      for (const session of unanswered)
        appendTo(journal, [{ type: "turn.ended", data: { message: "" } }], sceneOf(session, now()), durable);
    } catch {
      // Closing must not fail; the turn then looks like a crash.
    }
    unanswered.clear();
  };
  return {
    home,
    redact,
    project,
    get place() {
      return place;
    },
    env,
    folder,
    agent,
    recent: openRecent(),
    unanswered,
    store,
    opened: () => ({
      home,
      redact,
      project,
      place,
      store: store(),
      drained: { events: 0, badLines: 0, done: !model.isBehind() },
    }),
    isBehind: () => model.isBehind(),
    append(session, drafts) {
      requireOpen();
      const at = now();
      updateBranch(at);
      recordLearned(at);
      return appendTo(journal, drafts, sceneOf(session, at), durable);
    },
    requireOpen,
    prepare() {
      requireOpen();
      recordLearned(now());
    },
    close() {
      if (!isClosed) endTurns();
      isClosed = true;
      journal.close();
      model.close();
    },
  };
}

/** Messages of this process before redaction, so a running agent continues with its own words. Never written to disk. */
interface Recent {
  /** `redacted` is the recorded JSON, if redaction changed it. */
  add(session: string, message: Message, length: number, redacted?: string): void;
  /** The message before redaction, unless its record changed since: forgotten text must not come back. */
  original(id: string, json: () => string): Message | undefined;
  /** Oldest first. */
  of(session: string): readonly Message[];
}

const MAX_RECENT_CHARS = 4 << 20;

function openRecent(): Recent {
  const added = new Map<string, { session: string; message: Message; length: number; redacted?: string }>();
  let chars = 0;
  return {
    add(session, message, length, redacted) {
      added.set(message.id, { session, message, length, redacted });
      chars += length;
      for (const [id, oldest] of added) {
        if (added.size <= 1 || (added.size <= 100 && chars <= MAX_RECENT_CHARS)) return;
        added.delete(id);
        chars -= oldest.length;
      }
    },
    original(id, json) {
      const known = added.get(id);
      return known?.redacted !== undefined && known.redacted === json() ? known.message : undefined;
    },
    of: (session) => [...added.values()].flatMap((one) => (one.session === session ? [one.message] : [])),
  };
}

/** The read model of a long-lived process. Other processes may rebuild, replace or lock it meanwhile. */
interface OpenModel {
  /** Drained, unless another process locks it for too long. */
  store(): Store;
  isBehind(): boolean;
  close(): void;
}

/** After a failed wait for another process, serve the last state this long before waiting again. */
const RETRY_DRAIN_MS = 2_000;

function openModel(home: string): OpenModel {
  const path = databasePath(home);
  let current: { readonly store: Store; readonly file: string } | undefined;
  let isBehind = false;
  let triedAt = 0;
  const close = () => {
    current?.store.close();
    current = undefined;
    isBehind = false;
  };
  const drainInto = (store: Store) => {
    if (isBehind && uptime() - triedAt < RETRY_DRAIN_MS) return store;
    isBehind = !drainIfPossible(home, store, {}).drained.done;
    triedAt = uptime();
    return store;
  };
  const open = (): Store => {
    const store = onStore(home, {}, drainInto);
    current = { store, file: fileAt(path) };
    return store;
  };
  return {
    store() {
      if (current !== undefined && current.file !== fileAt(path)) close();
      if (current === undefined) return open();
      try {
        return drainInto(current.store);
      } catch (error) {
        // It is damaged, or another version rebuilt its tables: opening it again finds out.
        close();
        const reason = explain(error);
        if (reason instanceof TidemarkError && reason.code !== "store-broken") throw reason;
        return open();
      }
    },
    isBehind: () => isBehind,
    close,
  };
}

/** Identifies the file behind the path: a rebuilt model is another file. */
function fileAt(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.dev} ${stat.ino} ${stat.birthtimeMs}`;
}
