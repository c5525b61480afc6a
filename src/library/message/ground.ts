import { boundsWith } from "../../capture/bound.js";
import { tellPlace } from "../../capture/place/identify-project.js";
import { projectSeen } from "../../capture/record.js";
import { TidemarkError } from "../../error.js";
import type { Envelope } from "../../event/envelope.js";
import type { Draft } from "../../event/registry.js";
import { now } from "../../host/clock.js";
import type { Env } from "../../host/env.js";
import { readPlace } from "../../host/git/git.js";
import { append, appendTo, type EventContext } from "../../journal/append.js";
import { openJournal } from "../../journal/open-journal.js";
import type { Store } from "../../model/store/store.js";
import { type Here, here } from "../../project/here.js";
import type { Opened } from "../../project/open.js";
import type { Message } from "./message.js";
import { openModel } from "./open-model.js";

/** What a program's sessions work on: its project, its name among agents, and the memory once it is needed. */
export interface Ground extends Omit<Here, "learned"> {
  readonly env: Env;
  /** Where the program works; paths are told from there. */
  readonly folder: string;
  readonly agent: string;
  /** What this process has added itself, of late. */
  readonly recent: Recent;
  /** Sessions in which this process has left something asked or called unanswered. */
  readonly unanswered: Set<string>;
  /** The read model, brought up to the journal's end, or as far as it goes while another process writes. */
  store(): Store;
  /** The same with all that the use cases of the command line ask for. */
  opened(): Opened;
  /** Whether the last look at the model could not bring it up to the journal's end. */
  isBehind(): boolean;
  /** Appends to the journal; the database is not needed for it. */
  append(session: string, drafts: readonly Draft[]): Envelope[];
  /** To be called before something is declared here: throws once it is closed, and tells what was learned of the place. */
  arrive(): void;
  /** Throws once it is closed. */
  requireOpen(): void;
  close(): void;
}

export interface GroundOptions {
  /** Each message is on the disk before its `add` returns. */
  readonly durable?: boolean;
}

/** How often the branch of git is looked at, in milliseconds. */
const LOOK = 1_000;

export function openGround(
  env: Env,
  folder: string,
  agent: string,
  { durable = false }: GroundOptions = {},
): Ground {
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
  /** A process lives long, and somebody may change the branch beside it. */
  const lookAtBranch = (at: number) => {
    if (Math.abs(at - lookedAt) < LOOK || place.gitDir === undefined) return;
    lookedAt = at;
    const found = readPlace(folder);
    if (found.gitDir !== place.gitDir || found.branch === place.branch) return;
    place = found;
    branch = boundBranch();
  };
  const sceneOf = (session: string, at: number): EventContext => ({ at, project, session, agent, ...branch });
  const tellLearned = (at: number) => {
    if (learned === undefined) return;
    append(home, [projectSeen(learned, bounds)], { ...sceneOf("", at), agent: "" });
    tellPlace(home, place);
    learned = undefined;
  };
  const store = () => {
    requireOpen();
    return model.store();
  };
  /** Whoever closes in the middle of a request has left it, and did not crash. */
  const leave = () => {
    try {
      for (const session of unanswered)
        appendTo(journal, [{ type: "turn.ended", data: { message: "" } }], sceneOf(session, now()), durable);
    } catch {
      // It cannot be written: then it looks like a crash, and closing is no place to complain.
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
    recent: keepRecent(),
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
      lookAtBranch(at);
      tellLearned(at);
      return appendTo(journal, drafts, sceneOf(session, at), durable);
    },
    requireOpen,
    arrive() {
      requireOpen();
      tellLearned(now());
    },
    close() {
      if (!isClosed) leave();
      isClosed = true;
      journal.close();
      model.close();
    },
  };
}

/**
 * What this process has added of late, as it was before redaction: a running agent goes on with its own words. It is
 * bounded, and never written down.
 */
interface Recent {
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

function keepRecent(): Recent {
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
