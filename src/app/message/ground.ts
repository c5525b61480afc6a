import { boundsWith } from "../../capture/bound.js";
import { redact } from "../../capture/redact/redact.js";
import { TidemarkError } from "../../error.js";
import { now } from "../../host/clock.js";
import { dataHome, type Env } from "../../host/env.js";
import { readPlace } from "../../host/git.js";
import { append } from "../../journal/append.js";
import {
  type Appended,
  holdJournal,
  type StillScene,
  type WrittenDraft,
} from "../../journal/held-journal.js";
import type { Store } from "../../store/store.js";
import type { Opened } from "../open.js";
import { type Here, here } from "../place/here.js";
import { tellPlace } from "../place/identify-project.js";
import { projectSeen } from "../record.js";
import { holdModel } from "./held-model.js";
import { keepRecent, type Recent } from "./recent.js";

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
  append(session: string, drafts: readonly WrittenDraft[], isDurable?: boolean): Appended[];
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

const bounds = boundsWith(redact);
/** How often the branch of git is looked at, in milliseconds. */
const LOOK = 1_000;
const LEFT = JSON.stringify({ message: "" });

export function openGround(
  env: Env,
  folder: string,
  agent: string,
  { durable = false }: GroundOptions = {},
): Ground {
  const home = dataHome(env);
  const seen = here(env, folder);
  const { project } = seen;
  let { place, learned } = seen;
  const journal = holdJournal(home);
  const model = holdModel(home);
  const unanswered = new Set<string>();
  let isClosed = false;
  let lookedAt = now();
  let scene: StillScene | undefined;
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
    scene = undefined;
  };
  const sceneOf = (session: string): StillScene => {
    if (scene?.session === session) return scene;
    const branch = place.branch === undefined ? {} : { branch: bounds.boundName(place.branch) };
    scene = { project, session, agent, ...branch };
    return scene;
  };
  const tellLearned = (at: number) => {
    if (learned === undefined) return;
    append(home, [projectSeen(learned, bounds)], { ...sceneOf(""), agent: "", at });
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
        journal.append([{ type: "turn.ended", json: LEFT }], sceneOf(session), now(), durable);
    } catch {
      // It cannot be written: then it looks like a crash, and closing is no place to complain.
    }
    unanswered.clear();
  };
  return {
    home,
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
      project,
      place,
      store: store(),
      drained: { events: 0, badLines: 0, done: !model.isBehind() },
    }),
    isBehind: () => model.isBehind(),
    append(session, drafts, isDurable = durable) {
      requireOpen();
      const at = now();
      lookAtBranch(at);
      tellLearned(at);
      return journal.append(drafts, sceneOf(session), at, isDurable);
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
